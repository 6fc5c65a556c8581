#!lua name=nurselog_matchmaking

-- Tickets, pools, claims and proposals. Everything lies under one hash tag, and KEYS[1] is its root: a claim takes
-- the tickets of a pool and the players of all pools in one step, or nothing. All times are the server's, in ms.
--
--   :ticket:<id>    hash    id player name pool spec state created ttl expires, and what became of it
--   :open:<player>  hash    pool -> the player's open ticket there
--   :queue:<pool>   zset    waiting tickets by the time they were filed
--   :pools          hash    pool -> its spec, while somebody waits there
--   :expiry         zset    waiting tickets by the time they expire
--   :claims         hash    player -> the proposal that has the player
--   :proposal:<id>  hash    state pool spec tickets token attempts created table
--   :proposals      zset    open proposals by the time their lease runs out
--   :lease:<pool>   string  "<token> <holder>", expires with the lease
--   :tokens         string  the last fencing token
--   :bell           channel '<id>' of a ticket that changed, 'pool <id>' of a pool that got a ticket

local KEEP = 3600000 -- ended tickets and proposals stay readable for an hour

local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function text(number) return string.format('%.0f', number) end

local function hash(key)
  local flat, fields = redis.call('HGETALL', key), {}
  for i = 1, #flat, 2 do fields[flat[i]] = flat[i + 1] end
  return next(flat) and fields
end

local function load(root, id) return hash(root .. ':ticket:' .. id) end

local function flat(fields)
  local answer = {}
  for name, value in pairs(fields) do
    table.insert(answer, name)
    table.insert(answer, value)
  end
  return answer
end

local function ring(root, word) redis.call('SPUBLISH', root .. ':bell', word) end

local function change(root, ticket, fields)
  for name, value in pairs(fields) do ticket[name] = value end
  redis.call('HSET', root .. ':ticket:' .. ticket.id, unpack(flat(fields)))
  ring(root, ticket.id)
end

local function enqueue(root, ticket)
  redis.call('ZADD', root .. ':queue:' .. ticket.pool, ticket.created, ticket.id)
  redis.call('ZADD', root .. ':expiry', ticket.expires, ticket.id)
  redis.call('HSET', root .. ':pools', ticket.pool, ticket.spec)
  ring(root, 'pool ' .. ticket.pool)
end

local function dequeue(root, ticket)
  local queue = root .. ':queue:' .. ticket.pool
  redis.call('ZREM', queue, ticket.id)
  redis.call('ZREM', root .. ':expiry', ticket.id)
  if redis.call('EXISTS', queue) == 0 then redis.call('HDEL', root .. ':pools', ticket.pool) end
end

-- The end of a ticket: exactly one per ticket, because every caller has checked its state in the same step.
local function finish(root, ticket, fields)
  dequeue(root, ticket)
  local open = root .. ':open:' .. ticket.player
  if redis.call('HGET', open, ticket.pool) == ticket.id then redis.call('HDEL', open, ticket.pool) end
  change(root, ticket, fields)
  redis.call('PEXPIRE', root .. ':ticket:' .. ticket.id, KEEP)
end

local function alive(ticket, at) return ticket.state == 'waiting' and tonumber(ticket.expires) > at end

-- Expires a ticket whose time is over; answers whether it did.
local function expire(root, ticket, at)
  if ticket.state ~= 'waiting' or alive(ticket, at) then return false end
  finish(root, ticket, {state = 'expired', reason = 'expired', ended = text(at)})
  return true
end

-- ARGV id player name pool spec ttl limit. Answers {'created' | 'same', fields} | {'duplicate', id} | {'too_many'}.
local function create(keys, args)
  local root, id, player, pool, at = keys[1], args[1], args[2], args[4], now()
  local same = load(root, id)
  if same then return {'same', flat(same)} end
  local open, count = hash(root .. ':open:' .. player) or {}, 0
  for where, other in pairs(open) do
    local ticket = load(root, other)
    if ticket and (ticket.state == 'proposed' or alive(ticket, at)) then
      if where == pool then return {'duplicate', other} end
      count = count + 1
    end
  end
  if count >= tonumber(args[7]) then return {'too_many'} end
  local ticket = {
    id = id, player = player, name = args[3], pool = pool, spec = args[5], ttl = args[6],
    state = 'waiting', created = text(at), expires = text(at + tonumber(args[6])),
  }
  redis.call('HSET', root .. ':ticket:' .. id, unpack(flat(ticket)))
  redis.call('HSET', root .. ':open:' .. player, pool, id)
  enqueue(root, ticket)
  return {'created', flat(ticket)}
end

-- Reads a ticket and keeps it alive. ARGV id.
-- Answers {fields, expired now, time, waiting in the pool, when the oldest of them was filed} or nil.
local function touch(keys, args)
  local root, at = keys[1], now()
  local ticket = load(root, args[1])
  if not ticket then return nil end
  local expired = expire(root, ticket, at)
  local ttl = tonumber(ticket.ttl)
  local expires = at + ttl
  -- Who asks often does not write often.
  if ticket.state == 'waiting' and tonumber(ticket.expires) + math.min(1000, ttl / 4) <= expires then
    ticket.expires = text(expires)
    redis.call('HSET', root .. ':ticket:' .. ticket.id, 'expires', ticket.expires)
    redis.call('ZADD', root .. ':expiry', ticket.expires, ticket.id)
  end
  local queue = root .. ':queue:' .. ticket.pool
  local oldest = redis.call('ZRANGE', queue, 0, 0, 'WITHSCORES')[2] or text(at)
  return {flat(ticket), expired and 1 or 0, text(at), redis.call('ZCARD', queue), oldest}
end

-- Takes a waiting ticket back. ARGV id. Answers {fields, what it did: cancelled | expired | nothing} or nil.
local function cancel(keys, args)
  local root, at = keys[1], now()
  local ticket = load(root, args[1])
  if not ticket then return nil end
  local did = 'nothing'
  if expire(root, ticket, at) then
    did = 'expired'
  elseif ticket.state == 'waiting' then
    finish(root, ticket, {state = 'cancelled', reason = 'cancelled', ended = text(at)})
    did = 'cancelled'
  end
  return {flat(ticket), did}
end

-- The open tickets of a player. ARGV player. Answers a list of fields.
local function open(keys, args)
  local answer, at = {}, now()
  for _, id in ipairs(redis.call('HVALS', keys[1] .. ':open:' .. args[1])) do
    local ticket = load(keys[1], id)
    if ticket and (ticket.state == 'proposed' or alive(ticket, at)) then table.insert(answer, flat(ticket)) end
  end
  return answer
end

-- Expires what is due. ARGV limit. Answers {fields, ...} of the expired.
local function sweep(keys, args)
  local root, at, answer = keys[1], now(), {}
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', root .. ':expiry', '-inf', at, 'LIMIT', 0, args[1])) do
    local ticket = load(root, id)
    if ticket and expire(root, ticket, at) then
      table.insert(answer, flat(ticket))
    elseif not ticket then
      redis.call('ZREM', root .. ':expiry', id)
    end
  end
  return answer
end

redis.register_function('nurselog_ticket_create', create)
redis.register_function('nurselog_ticket_touch', touch)
redis.register_function('nurselog_ticket_cancel', cancel)
redis.register_function('nurselog_ticket_sweep', sweep)
redis.register_function{function_name = 'nurselog_ticket_open', callback = open, flags = {'no-writes'}}
