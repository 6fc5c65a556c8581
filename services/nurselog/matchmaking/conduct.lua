
-- Fourth part of the library in tickets.lua, loaded together with it: what finished tables say of players.

-- The records of players. ARGV player...
local function records(keys, args)
  local answer = {}
  for _, player in ipairs(args) do
    table.insert(answer, redis.call('GET', keys[1] .. ':conduct:' .. player) or '')
  end
  return answer
end

-- A finished table enters the records of its players, once. ARGV table keep (player, record before, record after, closed)...
-- Answers {'noted', spec and plan of the table, if it was one of ours} | {'replayed'} | {'conflict'}.
local function note(keys, args)
  local root, at, marker = keys[1], now(), keys[1] .. ':noted:' .. args[1]
  if redis.call('EXISTS', marker) == 1 then return {'replayed'} end
  for i = 3, #args, 4 do
    if (redis.call('GET', root .. ':conduct:' .. args[i]) or '') ~= args[i + 1] then return {'conflict'} end
  end
  redis.call('SET', marker, '1', 'PX', args[2])
  for i = 3, #args, 4 do
    redis.call('SET', root .. ':conduct:' .. args[i], args[i + 2])
    local closed = tonumber(args[i + 3])
    if closed > 0 then redis.call('SET', root .. ':closed:' .. args[i], text(at + closed), 'PX', closed) end
  end
  local forecast = root .. ':forecast:' .. args[1]
  local found = hash(forecast)
  redis.call('DEL', forecast)
  for seat = 0, found and 7 or -1 do
    redis.call('HDEL', root .. ':vacancies:' .. found.pool, args[1] .. ' ' .. seat)
  end
  return {'noted', found and found.spec or '', found and found.plan or ''}
end

redis.register_function{function_name = 'nurselog_conduct_records', callback = records, flags = {'no-writes'}}
redis.register_function('nurselog_conduct_note', note)
