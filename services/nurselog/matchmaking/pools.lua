
-- Second part of the library in tickets.lua, loaded together with it: leases of pools, and what waits there.

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

-- A piece of a queue, the oldest first. ARGV pool start count. Answers {time, all that wait, {id, since, ...}}.
local function queue(keys, args)
  local key, first = keys[1] .. ':queue:' .. args[1], tonumber(args[2])
  local piece = redis.call('ZRANGE', key, first, first + args[3] - 1, 'WITHSCORES')
  return {text(now()), redis.call('ZCARD', key), piece}
end

-- What a ticket wishes: {id, since, players, wish, record of each player...}; nil if it does not wait.
local function wishes(root, id)
  local found = redis.call('HMGET', root .. ':ticket:' .. id, 'since', 'players', 'wish', 'state')
  if found[4] ~= 'waiting' then return nil end
  local answer = {id, found[1], found[2], found[3]}
  for _, player in ipairs(words(found[2])) do
    table.insert(answer, redis.call('GET', root .. ':conduct:' .. player) or '')
  end
  return answer
end

-- The wishes of waiting tickets. ARGV id...
local function read(keys, args)
  local answer = {}
  for _, id in ipairs(args) do
    local found = wishes(keys[1], id)
    if found then table.insert(answer, found) end
  end
  return answer
end

-- Remembers by what tickets are matched. ARGV pool (rating id)...
local function rate(keys, args)
  local root = keys[1]
  for i = 2, #args, 2 do
    if redis.call('ZSCORE', root .. ':queue:' .. args[1], args[i + 1]) then
      redis.call('ZADD', root .. ':rated:' .. args[1], args[i], args[i + 1])
    end
  end
  return 1
end

-- A ticket, those nearest to it in rating, and the waits of the last hour. ARGV id pool beside.
-- Answers {rating or '', {wishes, rating, ...}, {wait, ...}}.
local function nearby(keys, args)
  local root, id, key, at = keys[1], args[1], keys[1] .. ':rated:' .. args[2], now()
  local rank, answer = redis.call('ZRANK', key, id), {}
  if rank then
    local low, high = math.max(0, rank - args[3]), rank + args[3]
    local near = redis.call('ZRANGE', key, low, high, 'WITHSCORES')
    for i = 1, #near, 2 do
      local found = near[i] ~= id and wishes(root, near[i])
      if found then
        table.insert(answer, found)
        table.insert(answer, near[i + 1])
      end
    end
  end
  local waits = {}
  for _, entry in ipairs(redis.call('ZRANGEBYSCORE', root .. ':waits:' .. args[2], at - 3600000, '+inf')) do
    table.insert(waits, string.match(entry, '^%d+'))
  end
  return {redis.call('ZSCORE', key, id) or '', wishes(root, id) or {}, answer, waits}
end

redis.register_function('nurselog_pool_lease', lease)
redis.register_function('nurselog_pool_release', release)
redis.register_function('nurselog_pool_rate', rate)
redis.register_function{function_name = 'nurselog_pool_queue', callback = queue, flags = {'no-writes'}}
redis.register_function{function_name = 'nurselog_pool_read', callback = read, flags = {'no-writes'}}
redis.register_function{function_name = 'nurselog_pool_nearby', callback = nearby, flags = {'no-writes'}}
