-- Boards of totals: the best of each player, or his first where he has one try.

-- Enters a total on the boards of its windows. KEYS meta, per window: board rows
-- ARGV generation about once player score record
-- A board of bests changes only on more points. Answers {'ok', a 1 or 0 per window} | {'moved', generation}.
local function enter(keys, args)
  local elsewhere = moved(keys[1], args[1])
  if elsewhere then return elsewhere end
  redis.call('HSETNX', keys[1], 'about', args[2])
  local answer, once, player, score = {'ok'}, args[3] == '1', args[4], args[5]
  for i = 2, #keys, 2 do
    local old = redis.call('ZSCORE', keys[i], player)
    local better = not old or (not once and points_in(tonumber(score)) > points_in(tonumber(old)))
    if better then
      redis.call('ZADD', keys[i], score, player)
      redis.call('HSET', keys[i + 1], player, args[6])
    end
    table.insert(answer, better and 1 or 0)
  end
  return answer
end

-- Sets a player's entry as it must be after one of his tables was annulled. KEYS meta board rows
-- ARGV generation player score record ('' and '' for no entry).
local function correct(keys, args)
  local elsewhere = moved(keys[1], args[1])
  if elsewhere then return elsewhere end
  if args[3] == '' then
    redis.call('ZREM', keys[2], args[2])
    redis.call('HDEL', keys[3], args[2])
  else
    redis.call('ZADD', keys[2], args[3], args[2])
    redis.call('HSET', keys[3], args[2], args[4])
  end
  return {'ok'}
end

-- Begins a board anew: the next generation is empty. KEYS meta, old keys; ARGV generation next_generation
local function reset(keys, args)
  local elsewhere = moved(keys[1], args[1])
  if elsewhere then return elsewhere end
  redis.call('HSET', keys[1], 'generation', args[2])
  for i = 2, #keys do redis.call('UNLINK', keys[i]) end
  return {'ok'}
end

-- A page of a board. KEYS meta board rows; ARGV generation start size player
-- Answers {'ok', start, total, then player record score rank each} | {'absent'}.
local function page(keys, args)
  local elsewhere = moved(keys[1], args[1])
  if elsewhere then return elsewhere end
  local size, total = tonumber(args[3]), redis.call('ZCARD', keys[2])
  local start = window_start(keys[2], tonumber(args[2]), size, args[4], total)
  if not start then return {'absent'} end
  local answer = {'ok', start, total}
  local players, scores = stretch(keys[2], start, size)
  if #players == 0 then return answer end
  local records = redis.call('HMGET', keys[3], unpack(players))
  local rank = ranks_from(keys[2], start)
  for i, player in ipairs(players) do
    local at = 4 * i
    answer[at], answer[at + 1], answer[at + 2] = player, records[i], scores[i]
    answer[at + 3] = rank(i, tonumber(scores[i]))
  end
  return answer
end

-- The entries of some players. KEYS meta board rows; ARGV generation player...
local function some(keys, args)
  local elsewhere = moved(keys[1], args[1])
  if elsewhere then return elsewhere end
  return {'ok', redis.call('ZMSCORE', keys[2], unpack(args, 2)), redis.call('HMGET', keys[3], unpack(args, 2))}
end

redis.register_function('nurselog_board_enter', enter)
redis.register_function('nurselog_board_correct', correct)
redis.register_function('nurselog_board_reset', reset)
redis.register_function{function_name = 'nurselog_board_page', callback = page, flags = {'no-writes'}}
redis.register_function{function_name = 'nurselog_board_members', callback = some, flags = {'no-writes'}}
