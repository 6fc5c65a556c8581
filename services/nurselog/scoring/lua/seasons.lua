-- Seasons: a calendar without overlaps, and boundaries that are crossed once.

-- KEYS seasons; ARGV begins ends id season
-- Answers {'added'} | {'same'} | {'taken', id} | {'overlaps', id}.
local function add_season(keys, args)
  local begins, ends = tonumber(args[1]), tonumber(args[2])
  for _, data in ipairs(redis.call('HVALS', keys[1])) do
    local other = cjson.decode(data)
    if data == args[4] then return {'same'} end
    if other[1] == args[3] then return {'taken', other[1]} end
    if other[3] < ends and begins < other[4] then return {'overlaps', other[1]} end
  end
  redis.call('HSET', keys[1], args[1], args[4])
  return {'added'}
end

-- Tells the house that a boundary was crossed, once. KEYS marks outbox; ARGV boundary fact. Answers 1 the first time.
local function cross_boundary(keys, args)
  if redis.call('HSETNX', keys[1], args[1], '1') == 0 then return 0 end
  redis.call('XADD', keys[2], '*', 'kind', 'season', 'fact', args[2])
  return 1
end

redis.register_function('nurselog_season_add', add_season)
redis.register_function('nurselog_season_cross', cross_boundary)
