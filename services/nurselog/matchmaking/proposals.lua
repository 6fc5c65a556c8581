
-- Second part of the library in tickets.lua, loaded together with it: leases of pools, claims, proposals.

-- Takes or renews the leases of pools. ARGV holder duration pool... Answers a token each, 0 where another holds it.
local function lease(keys, args)
  local root, answer = keys[1], {}
  for i = 3, #args do
    local key = root .. ':lease:' .. args[i]
    local held = redis.call('GET', key)
    local token, holder = string.match(held or '', '^(%d+) (.*)$')
    if not held then
      token, holder = text(redis.call('INCR', root .. ':tokens')), args[1]
      redis.call('SET', key, token .. ' ' .. holder, 'PX', args[2])
    elseif holder == args[1] then
      redis.call('PEXPIRE', key, args[2])
    end
    table.insert(answer, holder == args[1] and token or '0')
  end
  return answer
end

-- Gives leases back. ARGV holder pool...
local function release(keys, args)
  for i = 2, #args do
    local key = keys[1] .. ':lease:' .. args[i]
    local held = redis.call('GET', key)
    if held and string.match(held, '^%d+ (.*)$') == args[1] then redis.call('DEL', key) end
  end
  return 1
end

-- The tickets of a pool that may be claimed, the oldest first. ARGV pool limit.
-- Answers {time, all that wait, id, created, ...}.
local function queue(keys, args)
  local root, at, key = keys[1], now(), keys[1] .. ':queue:' .. args[1]
  local answer = {text(at), redis.call('ZCARD', key)}
  for _, id in ipairs(redis.call('ZRANGE', key, 0, args[2] - 1)) do
    local ticket = load(root, id)
    if ticket and alive(ticket, at) and redis.call('HEXISTS', root .. ':claims', ticket.player) == 0 then
      table.insert(answer, id)
      table.insert(answer, ticket.created)
    end
  end
  return answer
end

-- A proposal with all that is needed to finish it: {id, token, attempts, age, spec, player, name, ...} in seat order.
local function describe(root, id, proposal, at)
  local answer = {id, proposal.token, proposal.attempts, text(at - proposal.created), proposal.spec}
  for ticket_id in string.gmatch(proposal.tickets, '%S+') do
    local ticket = load(root, ticket_id)
    table.insert(answer, ticket.player)
    table.insert(answer, ticket.name)
  end
  return answer
end

-- Claims all tickets for one table, or none. ARGV pool pool_token proposal duration ticket... in seat order.
-- Answers {'claimed', proposal} | {'gone', ticket...} | {'fenced'}.
local function claim(keys, args)
  local root, pool, id, at = keys[1], args[1], args[3], now()
  local held = redis.call('GET', root .. ':lease:' .. pool)
  if not held or string.match(held, '^%d+') ~= args[2] then return {'fenced'} end
  local tickets, gone, players = {}, {'gone'}, {}
  for i = 5, #args do
    local ticket = load(root, args[i])
    local free = ticket and ticket.pool == pool and alive(ticket, at) and not players[ticket.player]
      and redis.call('HEXISTS', root .. ':claims', ticket.player) == 0
    if free then
      table.insert(tickets, ticket)
      players[ticket.player] = true
    else
      table.insert(gone, args[i])
    end
  end
  if #gone > 1 then return gone end

  local ids = {}
  for _, ticket in ipairs(tickets) do
    table.insert(ids, ticket.id)
    redis.call('HSET', root .. ':claims', ticket.player, id)
    dequeue(root, ticket)
    change(root, ticket, {state = 'proposed', proposal = id, waited = text(at - ticket.created)})
  end
  local proposal = {
    state = 'open', pool = pool, spec = tickets[1].spec, tickets = table.concat(ids, ' '),
    token = '1', attempts = '0', created = text(at),
  }
  redis.call('HSET', root .. ':proposal:' .. id, unpack(flat(proposal)))
  redis.call('ZADD', root .. ':proposals', at + tonumber(args[4]), id)
  return {'claimed', describe(root, id, proposal, at)}
end

-- Takes over proposals whose lease ran out. ARGV duration limit. Answers a list of proposals.
local function adopt(keys, args)
  local root, at, answer = keys[1], now(), {}
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', root .. ':proposals', '-inf', at, 'LIMIT', 0, args[2])) do
    local proposal = hash(root .. ':proposal:' .. id)
    if not proposal then
      redis.call('ZREM', root .. ':proposals', id)
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

local function close(root, id, fields)
  redis.call('HSET', root .. ':proposal:' .. id, unpack(flat(fields)))
  redis.call('PEXPIRE', root .. ':proposal:' .. id, KEEP)
  redis.call('ZREM', root .. ':proposals', id)
end

-- The first assignment of a player cancels the other tickets. Answers how many.
local function cancel_others(root, player, at)
  local count = 0
  for _, id in ipairs(redis.call('HVALS', root .. ':open:' .. player)) do
    local ticket = load(root, id)
    if ticket and ticket.state == 'waiting' then
      finish(root, ticket, {state = 'cancelled', reason = 'assigned_elsewhere', ended = text(at)})
      count = count + 1
    end
  end
  return count
end

-- The table of a proposal is open. Whoever knows it may say so: the table is the same for everybody who asked.
-- ARGV proposal table. Answers {'assigned', spec, others cancelled, wait...} | {'closed', state}.
local function assign(keys, args)
  local root, id, at = keys[1], args[1], now()
  local proposal = hash(root .. ':proposal:' .. id)
  if not proposal or proposal.state ~= 'open' then return {'closed', proposal and proposal.state or ''} end
  close(root, id, {state = 'assigned', table = args[2]})
  local tickets, waits, seat, cancelled = {}, {}, 0, 0
  for ticket_id in string.gmatch(proposal.tickets, '%S+') do
    local ticket = load(root, ticket_id)
    table.insert(tickets, ticket)
    table.insert(waits, ticket.waited)
  end
  for _, ticket in ipairs(tickets) do
    redis.call('HDEL', root .. ':claims', ticket.player)
    finish(root, ticket, {
      state = 'assigned', table = args[2], seat = text(seat), waits = table.concat(waits, ' '), ended = text(at),
    })
    cancelled = cancelled + cancel_others(root, ticket.player, at)
    seat = seat + 1
  end
  return {'assigned', proposal.spec, cancelled, unpack(waits)}
end

-- The table of a proposal will not open: its tickets go back with their age, or end for a reason.
-- ARGV proposal token reason. Answers {'withdrawn', tickets} | {'closed'} | {'fenced'}.
local function withdraw(keys, args)
  local root, id, reason, at = keys[1], args[1], args[3], now()
  local proposal = hash(root .. ':proposal:' .. id)
  if not proposal or proposal.state ~= 'open' then return {'closed'} end
  if proposal.token ~= args[2] then return {'fenced'} end
  close(root, id, {state = 'withdrawn'})
  local count = 0
  for ticket_id in string.gmatch(proposal.tickets, '%S+') do
    local ticket = load(root, ticket_id)
    redis.call('HDEL', root .. ':claims', ticket.player)
    if reason == '' then
      local expires = math.max(tonumber(ticket.expires), at + tonumber(ticket.ttl))
      change(root, ticket, {state = 'waiting', proposal = '', expires = text(expires)})
      enqueue(root, ticket)
    else
      finish(root, ticket, {state = 'cancelled', reason = reason, ended = text(at)})
    end
    count = count + 1
  end
  return {'withdrawn', count}
end

redis.register_function('nurselog_pool_lease', lease)
redis.register_function('nurselog_pool_release', release)
redis.register_function('nurselog_pool_claim', claim)
redis.register_function('nurselog_proposal_adopt', adopt)
redis.register_function('nurselog_proposal_postpone', postpone)
redis.register_function('nurselog_proposal_assign', assign)
redis.register_function('nurselog_proposal_withdraw', withdraw)
redis.register_function{function_name = 'nurselog_pool_queue', callback = queue, flags = {'no-writes'}}
