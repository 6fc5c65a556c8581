#!lua name=nurselog_tournament

-- The log of a tournament, and what finds it again. All keys of a tournament share the hash tag of its id's
-- partition. All times are the server's, in ms.
--
--   {tag}:tournament:<id>:log      stream  commits, id <version>-1, fields c (bytes) and t (ms)
--   {tag}:tournament:<id>:lease    string  "<token> <holder>", expires with the lease
--   {tag}:tournament:<id>:present  zset    player -> until when its presence counts
--   {tag}:tournament:<id>:since    hash    player -> since when it is present
--   {tag}:tournaments              zset    id -> when it was made
--   {tag}:tournaments:due          zset    id -> when its director should look at it
--   {tag}:tournaments:tokens       string  the last fencing token
--   {tag}:outbox                   stream  facts, as tables write them

local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function text(number) return string.format('%.0f', number) end

local function version(log)
  local last = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
  return last and tonumber(string.match(last[1], '^(%d+)')) or 0
end

-- nurselog_tournament_commit(log, lease, index, due, outbox; id, expected, token, commit, kind, fact...)
-- Appends one commit, tells the facts and wakes the director: all or nothing. The commit names its request, so who
-- reads the log knows what was answered already.
-- Answers {'ok', version, time} | {'stale', version} | {'fenced'}.
local function commit(keys, args)
  local log, lease, index, due, outbox = unpack(keys)
  local id, expected, token = args[1], tonumber(args[2]), args[3]
  if token ~= '' and string.match(redis.call('GET', lease) or '', '^%d+') ~= token then return {'fenced'} end
  local have = version(log)
  if have ~= expected then return {'stale', have} end
  local at = now()
  redis.call('XADD', log, text(have + 1) .. '-1', 'c', args[4], 't', text(at))
  if have == 0 then redis.call('ZADD', index, at, id) end
  redis.call('ZADD', due, at, id)
  for i = 5, #args, 2 do redis.call('XADD', outbox, '*', 'kind', args[i], 'fact', args[i + 1]) end
  return {'ok', have + 1, at}
end

-- nurselog_tournament_lease(lease, tokens; holder, duration) -> token, 0 where another holds it
local function take(keys, args)
  local held = redis.call('GET', keys[1])
  local token, holder = string.match(held or '', '^(%d+) (.*)$')
  if held and holder ~= args[1] then return 0 end
  token = token or text(redis.call('INCR', keys[2]))
  redis.call('SET', keys[1], token .. ' ' .. args[1], 'PX', args[2])
  return tonumber(token)
end

-- nurselog_tournament_release(lease; holder)
local function release(keys, args)
  local held = redis.call('GET', keys[1])
  if held and string.match(held, '^%d+ (.*)$') == args[1] then redis.call('DEL', keys[1]) end
  return 1
end

-- nurselog_tournament_settle(log, due; id, version, at)
-- The director has done what there was at this version: it looks again `at` (ms; empty: not before the next commit).
local function settle(keys, args)
  if version(keys[1]) ~= tonumber(args[2]) then return 0 end
  if args[3] == '' then
    redis.call('ZREM', keys[2], args[1])
  else
    redis.call('ZADD', keys[2], args[3], args[1])
  end
  return 1
end

-- nurselog_tournament_due(due; limit) -> {time, id...}
local function due(keys, args)
  local at = now()
  return {at, unpack(redis.call('ZRANGEBYSCORE', keys[1], '-inf', at, 'LIMIT', 0, args[1]))}
end

-- nurselog_tournament_present(present, since; player, duration) -> until when it counts
local function present(keys, args)
  local at = now()
  local before = redis.call('ZSCORE', keys[1], args[1])
  if not before or tonumber(before) < at then redis.call('HSET', keys[2], args[1], text(at)) end
  redis.call('ZADD', keys[1], at + tonumber(args[2]), args[1])
  for _, key in ipairs(keys) do redis.call('PEXPIRE', key, 86400000) end
  return at + tonumber(args[2])
end

-- nurselog_tournament_who(present, since) -> {player, since, ...} of those who are present
local function who(keys)
  local answer = {}
  for _, player in ipairs(redis.call('ZRANGEBYSCORE', keys[1], now(), '+inf')) do
    answer[#answer + 1] = player
    answer[#answer + 1] = redis.call('HGET', keys[2], player) or '0'
  end
  return answer
end

redis.register_function('nurselog_tournament_commit', commit)
redis.register_function('nurselog_tournament_lease', take)
redis.register_function('nurselog_tournament_release', release)
redis.register_function('nurselog_tournament_settle', settle)
redis.register_function('nurselog_tournament_present', present)
redis.register_function{function_name = 'nurselog_tournament_due', callback = due, flags = {'no-writes'}}
redis.register_function{function_name = 'nurselog_tournament_who', callback = who, flags = {'no-writes'}}
