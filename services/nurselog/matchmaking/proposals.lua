
-- Third part of the library in tickets.lua, loaded together with it: claims, proposals, and whether all agree.

-- A proposal with all that is needed to finish it: {id, token, attempts, age, spec, plan, player, name, ...}.
local function describe(root, id, proposal, at)
  local answer = {id, proposal.token, proposal.attempts, text(at - proposal.created), proposal.spec, proposal.plan}
  for ticket_id in string.gmatch(proposal.tickets, '%S+') do
    local ticket = load(root, ticket_id)
    for _, player in ipairs(words(ticket.players)) do
      table.insert(answer, player)
      table.insert(answer, ticket['n:' .. player])
    end
  end
  return answer
end

-- Whether all players of a ticket are free; notes them in `seen`.
local function free(root, ticket, seen)
  for _, player in ipairs(words(ticket.players)) do
    if seen[player] or redis.call('HEXISTS', root .. ':claims', player) == 1 then return false end
    seen[player] = true
  end
  return true
end

-- Claims all tickets for one table, or none. ARGV pool pool_token proposal duration plan ask ticket...
-- `ask`: for how long the players are asked to agree; 0 opens the table at once.
-- Answers {'claimed', proposal} | {'asked'} | {'gone', ticket...} | {'fenced'}.
local function claim(keys, args)
  local root, pool, id, at, ask = keys[1], args[1], args[3], now(), tonumber(args[6])
  local held = redis.call('GET', root .. ':lease:' .. pool)
  if not held or string.match(held, '^%d+') ~= args[2] then return {'fenced'} end
  local tickets, gone, seen = {}, {'gone'}, {}
  for i = 7, #args do
    local ticket = load(root, args[i])
    if ticket and ticket.pool == pool and alive(ticket, at) and free(root, ticket, seen) then
      table.insert(tickets, ticket)
    else
      table.insert(gone, args[i])
    end
  end
  if #gone > 1 then return gone end

  local ids, people = {}, 0
  local limit = at + (ask > 0 and ask or tonumber(args[4]))
  for _, ticket in ipairs(tickets) do
    table.insert(ids, ticket.id)
    for _, player in ipairs(words(ticket.players)) do
      redis.call('HSET', root .. ':claims', player, id)
      people = people + 1
    end
    dequeue(root, ticket)
    change(root, ticket, {
      state = 'proposed', proposal = id, waited = text(at - ticket.since), limit = ask > 0 and text(limit) or '',
    })
  end
  local proposal = {
    state = ask > 0 and 'asking' or 'open', pool = pool, spec = tickets[1].spec, tickets = table.concat(ids, ' '),
    plan = args[5], token = '1', attempts = '0', created = text(at), people = text(people), agreed = '0',
  }
  redis.call('HSET', root .. ':proposal:' .. id, unpack(flat(proposal)))
  redis.call('ZADD', root .. ':proposals', limit, id)
  if ask > 0 then return {'asked'} end
  return {'claimed', describe(root, id, proposal, at)}
end

local function close(root, id, fields)
  redis.call('HSET', root .. ':proposal:' .. id, unpack(flat(fields)))
  redis.call('PEXPIRE', root .. ':proposal:' .. id, KEEP)
  redis.call('ZREM', root .. ':proposals', id)
end

local function unclaim(root, ticket)
  for _, player in ipairs(words(ticket.players)) do redis.call('HDEL', root .. ':claims', player) end
end

-- Puts a ticket back with its age.
local function put_back(root, ticket, at)
  local expires = ticket.expires
  if ticket.beats == '1' then expires = text(math.max(tonumber(expires), at + tonumber(ticket.ttl))) end
  change(root, ticket, {state = 'waiting', proposal = '', limit = '', expires = expires})
  enqueue(root, ticket)
end

-- Counts a declined proposal; the count halves with each day. The next ticket is allowed after a while.
local function count_decline(root, player, at, halving, delays)
  local key = root .. ':declines:' .. player
  local old = redis.call('HMGET', key, 'count', 'at')
  local count = 0
  if old[1] then count = math.floor(old[1] / 2 ^ math.floor((at - old[2]) / halving)) end
  count = count + 1
  redis.call('HSET', key, 'count', text(count), 'at', text(at))
  redis.call('PEXPIRE', key, 10 * halving)
  local delay = tonumber(delays[math.min(count, #delays)])
  if delay > 0 then redis.call('SET', root .. ':barred:' .. player, text(at + delay) .. ' declined', 'PX', delay) end
end

-- Ends a proposal that not all agree to: the tickets of who did not end, the others go back.
-- `without` says for each player whether they are the reason; answers how many tickets ended.
local function dissolve(root, id, proposal, without, reason, at, halving, delays)
  close(root, id, {state = 'dissolved'})
  local count = 0
  for ticket_id in string.gmatch(proposal.tickets, '%S+') do
    local ticket, faulty = load(root, ticket_id), false
    for _, player in ipairs(words(ticket.players)) do
      if without(player) then
        faulty = true
        count_decline(root, player, at, halving, delays)
      end
    end
    unclaim(root, ticket)
    if faulty then
      finish(root, ticket, {state = 'cancelled', reason = reason, ended = text(at)})
      count = count + 1
    else
      put_back(root, ticket, at)
    end
  end
  return count
end

-- A player agrees, or does not. ARGV ticket player yes halving delay... Answers {fields, tickets ended} | {'nothing'} or nil.
local function respond(keys, args)
  local root, player, at = keys[1], args[2], now()
  local ticket = load(root, args[1])
  if not ticket or not member(ticket, player) then return nil end
  local id = ticket.proposal or ''
  local proposal = ticket.state == 'proposed' and hash(root .. ':proposal:' .. id)
  if not proposal or proposal.state ~= 'asking' or tonumber(ticket.limit) <= at then
    local agreed = proposal and proposal['y:' .. player]
    if agreed and args[3] == '1' then return {flat(ticket), 0} end
    return {'nothing'}
  end
  if args[3] ~= '1' then
    local ended = dissolve(root, id, proposal, function(one) return one == player end, 'declined', at,
      tonumber(args[4]), {unpack(args, 5)})
    return {flat(load(root, args[1])), ended}
  end
  if redis.call('HSET', root .. ':proposal:' .. id, 'y:' .. player, '1') == 1 then
    change(root, ticket, {['y:' .. player] = id})
    if redis.call('HINCRBY', root .. ':proposal:' .. id, 'agreed', 1) == tonumber(proposal.people) then
      redis.call('HSET', root .. ':proposal:' .. id, 'state', 'open', 'created', text(at))
      redis.call('ZADD', root .. ':proposals', at, id)
      ring(root, 'proposals')
    end
  end
  return {flat(ticket), 0}
end

-- Takes over proposals whose lease ran out; dissolves those that not all agreed to in time.
-- ARGV duration limit halving delay... Answers {tickets ended, proposal...}.
local function adopt(keys, args)
  local root, at, answer = keys[1], now(), {0}
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', root .. ':proposals', '-inf', at, 'LIMIT', 0, args[2])) do
    local proposal = hash(root .. ':proposal:' .. id)
    if not proposal then
      redis.call('ZREM', root .. ':proposals', id)
    elseif proposal.state == 'asking' then
      answer[1] = answer[1] + dissolve(root, id, proposal, function(one) return not proposal['y:' .. one] end,
        'not_accepted', at, tonumber(args[3]), {unpack(args, 4)})
    else
      proposal.token = text(proposal.token + 1)
      proposal.attempts = text(proposal.attempts + 1)
      redis.call('HSET', root .. ':proposal:' .. id, 'token', proposal.token, 'attempts', proposal.attempts)
      redis.call('ZADD', root .. ':proposals', at + tonumber(args[1]), id)
      table.insert(answer, describe(root, id, proposal, at))
    end
  end
  return answer
end

-- Ends the lease of a proposal early, to be tried again. ARGV proposal token delay.
local function postpone(keys, args)
  local root, proposal = keys[1], hash(keys[1] .. ':proposal:' .. args[1])
  if not proposal or proposal.state ~= 'open' or proposal.token ~= args[2] then return 0 end
  redis.call('ZADD', root .. ':proposals', now() + tonumber(args[3]), args[1])
  return 1
end

-- The first assignment of a player cancels the other tickets. Answers how many.
local function cancel_others(root, player, at)
  local count = 0
  for _, id in ipairs(redis.call('HVALS', root .. ':open:' .. player)) do
    local ticket = load(root, id)
    if ticket and unclaimed(ticket) then
      finish(root, ticket, {state = 'cancelled', reason = 'assigned_elsewhere', ended = text(at)})
      count = count + 1
    end
  end
  return count
end

-- The last hour's waits of a pool, at most five hundred.
local function remember_wait(root, pool, ticket, at)
  local key = root .. ':waits:' .. pool
  redis.call('ZADD', key, at, ticket.waited .. ' ' .. ticket.id)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', at - 3600000)
  redis.call('ZREMRANGEBYRANK', key, 0, -501)
  redis.call('PEXPIRE', key, 3600000)
end

-- The table of a proposal is open. Whoever knows it may say so: the table is the same for everybody who asked.
-- ARGV proposal table foretell. Answers {'assigned', spec, plan, others cancelled, wait...} | {'closed', state}.
local function assign(keys, args)
  local root, id, at = keys[1], args[1], now()
  local proposal = hash(root .. ':proposal:' .. id)
  if not proposal or proposal.state ~= 'open' then return {'closed', proposal and proposal.state or ''} end
  close(root, id, {state = 'assigned', table = args[2]})
  if args[3] == '1' then
    redis.call('HSET', root .. ':forecast:' .. args[2],
      'pool', proposal.pool, 'spec', proposal.spec, 'plan', proposal.plan)
    redis.call('PEXPIRE', root .. ':forecast:' .. args[2], 2592000000)
  end
  local tickets, waits, cancelled = {}, {}, 0
  for ticket_id in string.gmatch(proposal.tickets, '%S+') do
    local ticket = load(root, ticket_id)
    table.insert(tickets, ticket)
    table.insert(waits, ticket.waited)
  end
  for _, ticket in ipairs(tickets) do
    unclaim(root, ticket)
    remember_wait(root, proposal.pool, ticket, at)
    finish(root, ticket, {
      state = 'assigned', table = args[2], plan = proposal.plan, waits = table.concat(waits, ' '), ended = text(at),
    })
    for _, player in ipairs(words(ticket.players)) do cancelled = cancelled + cancel_others(root, player, at) end
  end
  return {'assigned', proposal.spec, proposal.plan, cancelled, unpack(waits)}
end

-- The table of a proposal will not open: its tickets go back with their age, or end for a reason. What may be done all
-- the same (the answer was lost), a table or '<table> <seat> <version> <player>', is noted, to be undone.
-- ARGV proposal token reason unwanted ('' for nothing). Answers {'withdrawn', tickets} | {'closed'} | {'fenced'}.
local function withdraw(keys, args)
  local root, id, reason, at = keys[1], args[1], args[3], now()
  local proposal = hash(root .. ':proposal:' .. id)
  if not proposal or proposal.state ~= 'open' then return {'closed'} end
  if proposal.token ~= args[2] then return {'fenced'} end
  close(root, id, {state = 'withdrawn'})
  if args[4] ~= '' then redis.call('ZADD', root .. ':unwanted', at, args[4]) end
  local count = 0
  for ticket_id in string.gmatch(proposal.tickets, '%S+') do
    local ticket = load(root, ticket_id)
    unclaim(root, ticket)
    if reason == '' then
      put_back(root, ticket, at)
    else
      finish(root, ticket, {state = 'cancelled', reason = reason, ended = text(at)})
    end
    count = count + 1
  end
  return {'withdrawn', count}
end

-- What nobody wants, each thing for one worker until its lease is over. ARGV duration limit. Answers the things.
local function unwanted(keys, args)
  local root, at = keys[1], now()
  local due = redis.call('ZRANGEBYSCORE', root .. ':unwanted', '-inf', at, 'LIMIT', 0, args[2])
  for _, name in ipairs(due) do redis.call('ZADD', root .. ':unwanted', at + tonumber(args[1]), name) end
  return due
end

-- What nobody wanted is undone, or wanted after all. ARGV unwanted. Answers 1, or 0 if that was known.
local function gone(keys, args)
  return redis.call('ZREM', keys[1] .. ':unwanted', args[1])
end

redis.register_function('nurselog_pool_claim', claim)
redis.register_function('nurselog_tables_unwanted', unwanted)
redis.register_function('nurselog_table_gone', gone)
redis.register_function('nurselog_proposal_respond', respond)
redis.register_function('nurselog_proposal_adopt', adopt)
redis.register_function('nurselog_proposal_postpone', postpone)
redis.register_function('nurselog_proposal_assign', assign)
redis.register_function('nurselog_proposal_withdraw', withdraw)
