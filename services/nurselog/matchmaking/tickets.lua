#!lua name=nurselog_matchmaking

-- Tickets, pools, claims and proposals. Everything lies under one hash tag, and KEYS[1] is its root: a claim takes
-- the tickets of a pool and the players of all pools in one step, or nothing. All times are the server's, in ms.
--
--   :ticket:<id>      hash    id player players pool spec wish state created since ttl beats expires live,
--                             n:<player> the name of each who joined, and what became of it
--   :open:<player>    hash    pool -> the player's open ticket there
--   :queue:<pool>     zset    waiting tickets by since when they wait
--   :rated:<pool>     zset    waiting tickets by their matching rating at the last pass
--   :pools            hash    pool -> its spec, while somebody waits there
--   :expiry           zset    tickets that wait or form, by the time they expire
--   :claims           hash    player -> the proposal that has the player
--   :proposal:<id>    hash    state pool spec tickets plan token attempts created table, y:<player> of each who agreed
--   :proposals        zset    open proposals by the time their lease, or the time to agree, runs out
--   :lease:<pool>     string  "<token> <holder>", expires with the lease
--   :tokens           string  the last fencing token
--   :waits:<pool>     zset    what the assigned tickets of the last hour waited, by when they were assigned
--   :declines:<p>     hash    count and time of a player's declined proposals
--   :barred:<player>  string  "<until> <reason>": no ticket before
--   :closed:<player>  string  "<until>": no ticket in live pools before
--   :conduct:<player> string  the record of the player's last tables
--   :noted:<table>    string  marker: the table stands in those records
--   :forecast:<table> hash    spec and plan of an assigned table, until it is over
--   :events           stream  assigned and ticket_ended, one for each ticket
--   :bell             channel '<id>' of a ticket that changed, 'pool <id>' of a pool that got a ticket, 'proposals'

local KEEP = 3600000 -- ended tickets and proposals stay readable for an hour
local EVENTS = 100000

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

local function words(joined)
  local answer = {}
  for word in string.gmatch(joined, '%S+') do table.insert(answer, word) end
  return answer
end

local function ring(root, word) redis.call('SPUBLISH', root .. ':bell', word) end

local function change(root, ticket, fields)
  for name, value in pairs(fields) do ticket[name] = value end
  redis.call('HSET', root .. ':ticket:' .. ticket.id, unpack(flat(fields)))
  ring(root, ticket.id)
end

local function enqueue(root, ticket)
  redis.call('ZADD', root .. ':queue:' .. ticket.pool, ticket.since, ticket.id)
  redis.call('ZADD', root .. ':expiry', ticket.expires, ticket.id)
  redis.call('HSET', root .. ':pools', ticket.pool, ticket.spec)
  ring(root, 'pool ' .. ticket.pool)
end

local function dequeue(root, ticket)
  local queue = root .. ':queue:' .. ticket.pool
  redis.call('ZREM', queue, ticket.id)
  redis.call('ZREM', root .. ':rated:' .. ticket.pool, ticket.id)
  redis.call('ZREM', root .. ':expiry', ticket.id)
  if redis.call('EXISTS', queue) == 0 then redis.call('HDEL', root .. ':pools', ticket.pool) end
end

-- The end of a ticket: exactly one per ticket, because every caller has checked its state in the same step.
local function finish(root, ticket, fields)
  dequeue(root, ticket)
  for _, player in ipairs(words(ticket.players)) do
    local open = root .. ':open:' .. player
    if redis.call('HGET', open, ticket.pool) == ticket.id then redis.call('HDEL', open, ticket.pool) end
  end
  change(root, ticket, fields)
  redis.call('PEXPIRE', root .. ':ticket:' .. ticket.id, KEEP)
  redis.call('XADD', root .. ':events', 'MAXLEN', '~', EVENTS, '*',
    'kind', fields.state == 'assigned' and 'assigned' or 'ticket_ended', 'ticket', ticket.id,
    'state', fields.state, 'reason', fields.reason or '', 'table', fields.table or '')
end

local function unclaimed(ticket) return ticket.state == 'waiting' or ticket.state == 'forming' end

local function alive(ticket, at) return ticket.state == 'waiting' and tonumber(ticket.expires) > at end

local function holds(ticket, at)
  return ticket.state == 'proposed' or (unclaimed(ticket) and tonumber(ticket.expires) > at)
end

-- Expires a ticket whose time is over; answers whether it did.
local function expire(root, ticket, at)
  if not unclaimed(ticket) or tonumber(ticket.expires) > at then return false end
  finish(root, ticket, {state = 'expired', reason = 'expired', ended = text(at)})
  return true
end

-- Why a player may have no ticket in this pool; nil if they may.
local function refused(root, player, ticket, limit, at)
  local barred = redis.call('GET', root .. ':barred:' .. player)
  if barred then return {'barred', barred, text(at)} end
  local closed = ticket.live == '1' and redis.call('GET', root .. ':closed:' .. player)
  if closed then return {'closed', closed, text(at)} end
  local count = 0
  for where, other in pairs(hash(root .. ':open:' .. player) or {}) do
    local open = load(root, other)
    if open and other ~= ticket.id and holds(open, at) then
      if where == ticket.pool then return {'duplicate', other} end
      count = count + 1
    end
  end
  if count >= limit then return {'too_many'} end
  return nil
end

-- ARGV id player name pool spec ttl limit players wish beats live.
-- Answers {'created' | 'same', fields} | {'duplicate', id} | {'too_many'} | {'barred' | 'closed', until, time}.
local function create(keys, args)
  local root, id, player, at = keys[1], args[1], args[2], now()
  local same = load(root, id)
  if same then return {'same', flat(same)} end
  local ticket = {
    id = id, player = player, players = args[8], pool = args[4], spec = args[5], ttl = args[6], wish = args[9],
    beats = args[10], live = args[11], created = text(at), since = text(at), expires = text(at + tonumber(args[6])),
    state = args[8] == player and 'waiting' or 'forming',
  }
  ticket['n:' .. player] = args[3]
  local refusal = refused(root, player, ticket, tonumber(args[7]), at)
  if refusal then return refusal end
  redis.call('HSET', root .. ':ticket:' .. id, unpack(flat(ticket)))
  redis.call('HSET', root .. ':open:' .. player, ticket.pool, id)
  if ticket.state == 'waiting' then
    enqueue(root, ticket)
  else
    redis.call('ZADD', root .. ':expiry', ticket.expires, id)
  end
  return {'created', flat(ticket)}
end

local function member(ticket, player)
  for _, one in ipairs(words(ticket.players)) do
    if one == player then return true end
  end
  return false
end

-- A named player joins a party; when all have, the ticket waits. ARGV id player name limit.
-- Answers {'joined', fields} | {'duplicate', id} | {'too_many'} | {'barred' | 'closed', until, time} or nil.
local function join(keys, args)
  local root, player, at = keys[1], args[2], now()
  local ticket = load(root, args[1])
  if not ticket or not member(ticket, player) then return nil end
  expire(root, ticket, at)
  if ticket.state ~= 'forming' or ticket['n:' .. player] then return {'joined', flat(ticket)} end
  local refusal = refused(root, player, ticket, tonumber(args[4]), at)
  if refusal then return refusal end
  redis.call('HSET', root .. ':open:' .. player, ticket.pool, ticket.id)
  local fields, complete = {['n:' .. player] = args[3], expires = text(at + tonumber(ticket.ttl))}, true
  for _, one in ipairs(words(ticket.players)) do
    complete = complete and (one == player or ticket['n:' .. one])
  end
  if complete then
    fields.state, fields.since = 'waiting', text(at)
  end
  change(root, ticket, fields)
  redis.call('ZADD', root .. ':expiry', ticket.expires, ticket.id)
  if complete then enqueue(root, ticket) end
  return {'joined', flat(ticket)}
end

-- Reads a ticket, for one of its players, and keeps it alive. ARGV id player ('' for the house).
-- Answers {fields, expired now, time, waiting in the pool, when the oldest of them began to wait} or nil.
local function touch(keys, args)
  local root, at = keys[1], now()
  local ticket = load(root, args[1])
  if not ticket or (args[2] ~= '' and not member(ticket, args[2])) then return nil end
  local expired = expire(root, ticket, at)
  local ttl = tonumber(ticket.ttl)
  local expires = at + ttl
  -- Who asks often does not write often.
  if ticket.beats == '1' and unclaimed(ticket) and tonumber(ticket.expires) + math.min(1000, ttl / 4) <= expires then
    ticket.expires = text(expires)
    redis.call('HSET', root .. ':ticket:' .. ticket.id, 'expires', ticket.expires)
    redis.call('ZADD', root .. ':expiry', ticket.expires, ticket.id)
  end
  local queue = root .. ':queue:' .. ticket.pool
  local oldest = redis.call('ZRANGE', queue, 0, 0, 'WITHSCORES')[2] or text(at)
  return {flat(ticket), expired and 1 or 0, text(at), redis.call('ZCARD', queue), oldest}
end

-- Takes a ticket back that is not claimed. ARGV id player.
-- Answers {fields, what it did: cancelled | expired | nothing} or nil.
local function cancel(keys, args)
  local root, at = keys[1], now()
  local ticket = load(root, args[1])
  if not ticket or (args[2] ~= '' and not member(ticket, args[2])) then return nil end
  local did = 'nothing'
  if expire(root, ticket, at) then
    did = 'expired'
  elseif unclaimed(ticket) then
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
    if ticket and holds(ticket, at) then table.insert(answer, flat(ticket)) end
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
redis.register_function('nurselog_ticket_join', join)
redis.register_function('nurselog_ticket_touch', touch)
redis.register_function('nurselog_ticket_cancel', cancel)
redis.register_function('nurselog_ticket_sweep', sweep)
redis.register_function{function_name = 'nurselog_ticket_open', callback = open, flags = {'no-writes'}}
