-- Results by table, and the losses of a player by time.

-- Keeps a result, once, and tells the house of the ratings it moved.
-- KEYS result index outbox; ARGV document table ended_at_s fact ('' for none). Answers 1, or 0 if it was kept before.
local function keep(keys, args)
  if not redis.call('SET', keys[1], args[1], 'NX') then return 0 end
  redis.call('ZADD', keys[2], args[3], args[2])
  if args[4] ~= '' then redis.call('XADD', keys[3], '*', 'kind', 'rated', 'fact', args[4]) end
  return 1
end

-- Replaces a result by what an annulment made of it, once, and tells the house.
-- KEYS result outbox; ARGV document fact. Answers 1, or 0 if it reads so already or was never kept.
local function amend(keys, args)
  local kept = redis.call('GET', keys[1])
  if not kept or kept == args[1] then return 0 end
  redis.call('SET', keys[1], args[1])
  if args[2] ~= '' then redis.call('XADD', keys[2], '*', 'kind', 'rated', 'fact', args[2]) end
  return 1
end

-- Whether a table that a player lost by time counts for the ratings: the first within a span does. Asked again for a
-- table, the answer is the same. KEYS losses; ARGV table at_s span_s claim. Without a claim ('0') a table that would be
-- the first is not noted as it. Answers 1 rated, 0 not.
local function lose_by_time(keys, args)
  local known = redis.call('HGET', keys[1], args[1])
  if known then return string.sub(known, 1, 1) == '1' and 1 or 0 end
  local at, span, rated = tonumber(args[2]), tonumber(args[3]), 1
  local all = redis.call('HGETALL', keys[1])
  for i = 1, #all, 2 do
    local first, when = string.match(all[i + 1], '^(%d) (%d+)$')
    local apart = math.abs(at - tonumber(when))
    if apart > 8 * span then redis.call('HDEL', keys[1], all[i]) end
    if first == '1' and apart <= span then rated = 0 end
  end
  if rated == 0 or args[4] == '1' then redis.call('HSET', keys[1], args[1], rated .. ' ' .. args[2]) end
  return rated
end

-- Takes a claim back: the table is not rated for another player's sake, so the next one is the first.
-- KEYS losses; ARGV table at_s. Answers 1.
local function unclaim(keys, args)
  redis.call('HSET', keys[1], args[1], '0 ' .. args[2])
  return 1
end

redis.register_function('nurselog_result_keep', keep)
redis.register_function('nurselog_result_amend', amend)
redis.register_function('nurselog_lose_by_time', lose_by_time)
redis.register_function('nurselog_lose_unrated', unclaim)
