#!lua name=nurselog_clock

-- Notes that a game can be played now. If nobody noted that for longer than a gap, an outage is recorded;
-- one from the beginning of time if nobody ever did: a house may go down before its clock has seen it up.
-- KEYS: beat, outages (both under one tag). ARGV: gap in ms, how long outages are kept in ms.
-- Answer: the recorded outages, each "from until", in ms of server time.
local function beat(keys, args)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local before = tonumber(redis.call('GET', keys[1]) or 0)
  redis.call('SET', keys[1], string.format('%d', now))
  if now - before > tonumber(args[1]) then
    redis.call('ZADD', keys[2], string.format('%d', now), string.format('%d %d', before, now))
  end
  redis.call('ZREMRANGEBYSCORE', keys[2], '-inf', string.format('(%d', now - tonumber(args[2])))
  return redis.call('ZRANGE', keys[2], 0, -1)
end

redis.register_function('clock_beat', beat)

-- What is due or soon will be, and what is finished, in the partitions whose sets are named.
-- Due are deadlines of tables, and seats of live tables whose players nobody has seen for long.
-- KEYS: deadlines, presence, finished, for each partition. ARGV: how far to look ahead in ms, how many entries of each at most.
-- Answer: server time in ms, {table, score, "table seat", score, ...}, {table, ...}.
local function sweep(keys, args)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local horizon = string.format('%d', now + tonumber(args[1]))
  local due, finished = {}, {}
  for i = 1, #keys, 3 do
    for j = i, i + 1 do
      for _, word in ipairs(redis.call('ZRANGE', keys[j], '-inf', horizon, 'BYSCORE', 'LIMIT', 0, args[2], 'WITHSCORES')) do
        due[#due + 1] = word
      end
    end
    for _, table_name in ipairs(redis.call('ZRANGE', keys[i + 2], 0, args[2] - 1)) do
      finished[#finished + 1] = table_name
    end
  end
  return { now, due, finished }
end

redis.register_function { function_name = 'clock_sweep', callback = sweep, flags = { 'no-writes' } }

-- The vacations of a player, and at which tables they may count.
-- KEYS: vacations, tables. Answer: server time in ms, {field, value, field, value, ...}, {table, ...}.
local function vacations(keys)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  return { now, redis.call('HGETALL', keys[1]), redis.call('SMEMBERS', keys[2]) }
end

redis.register_function { function_name = 'clock_vacations', callback = vacations, flags = { 'no-writes' } }

-- Plans or changes a vacation, if nobody changed any since `revision`; all tables where it may count have to be told.
-- KEYS: vacations, tables, todo. ARGV: player, revision, beginning, value, beginnings to forget...
-- Answer: the new revision, or 0 if it was another.
local function put_vacation(keys, args)
  if (redis.call('HGET', keys[1], 'revision') or '0') ~= args[2] then
    return 0
  end
  for i = 5, #args do
    redis.call('HDEL', keys[1], args[i])
  end
  redis.call('HSET', keys[1], args[3], args[4])
  local revision = redis.call('HINCRBY', keys[1], 'revision', 1)
  for _, table_name in ipairs(redis.call('SMEMBERS', keys[2])) do
    redis.call('ZADD', keys[3], revision, args[1] .. ' ' .. table_name)
  end
  return revision
end

redis.register_function('clock_put_vacation', put_vacation)

-- A table knows all vacations of a player up to a revision; with `gone` they count there no more.
-- KEYS: tables, todo. ARGV: player, table, revision, gone ('1' or '').
local function told(keys, args)
  local member = args[1] .. ' ' .. args[2]
  local waits = redis.call('ZSCORE', keys[2], member)
  if waits and tonumber(waits) <= tonumber(args[3]) then
    redis.call('ZREM', keys[2], member)
  end
  if args[4] == '1' then
    redis.call('SREM', keys[1], args[2])
    redis.call('ZREM', keys[2], member)
  end
  return 1
end

redis.register_function('clock_told', told)
