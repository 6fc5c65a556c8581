#!lua name=nurselog_scoring

-- What scoring writes, one function per effect. The keys of a ladder share its hash tag, those of a result the tag
-- of its table. Each effect carries its marker, so a second delivery changes nothing.

local SECONDS = 4294967296

local function version_of(record)
  return record and tonumber(string.match(record, '^%d+')) or 0
end

-- The 1-based shared rank of a packed score on a board.
local function rank_at(board, score)
  local above = (math.floor(score / SECONDS) + 1) * SECONDS
  return 1 + redis.call('ZCOUNT', board, string.format('%.0f', above), '+inf')
end

-- The shared rank of a player; 0 for one who is not listed.
local function rank_of(board, player)
  local score = redis.call('ZSCORE', board, player)
  return score and rank_at(board, tonumber(score)) or 0
end

-- Settles one table in its ladder, once: a rated one with its entry, an unrated one with its reason.
-- KEYS ratings ledger marks board everyone
-- ARGV table reason entry players, then per player: name version [record score listed]
-- Answers {'applied', seq} | {'replayed', mark} | {'conflict', player}. A mark is a seq, or '!' and a reason.
local function settle(keys, args)
  local ratings, ledger, marks, board, everyone = keys[1], keys[2], keys[3], keys[4], keys[5]
  local name, reason, entry, players = args[1], args[2], args[3], tonumber(args[4])
  local mark = redis.call('HGET', marks, name)
  if mark then return {'replayed', mark} end

  local rated = reason == ''
  local width = rated and 5 or 2
  for i = 0, players - 1 do
    local player, version = args[5 + i * width], tonumber(args[6 + i * width])
    if version_of(redis.call('HGET', ratings, player)) ~= version then return {'conflict', player} end
  end
  if not rated then
    redis.call('HSET', marks, name, '!' .. reason)
    return {'applied', '!' .. reason}
  end

  local last = redis.call('XREVRANGE', ledger, '+', '-', 'COUNT', 1)[1]
  local seq = last and tonumber(string.match(last[1], '^%d+')) + 1 or 1
  redis.call('XADD', ledger, string.format('%.0f-1', seq), 'entry', entry)
  for i = 0, players - 1 do
    local at = 5 + i * width
    local player, record, score, listed = args[at], args[at + 2], args[at + 3], args[at + 4]
    redis.call('HSET', ratings, player, record)
    redis.call('ZADD', everyone, score, player)
    if listed == '1' then redis.call('ZADD', board, score, player) else redis.call('ZREM', board, player) end
  end
  redis.call('HSET', marks, name, string.format('%.0f', seq))
  return {'applied', string.format('%.0f', seq)}
end

-- A page of a board with what each row needs.
-- KEYS ratings board everyone; ARGV start size player all
-- With a player the page is the window around it. Answers {start, total, player, record, rank, ...}, or nil for a
-- player who is not on the board.
local function page(keys, args)
  local ratings, board, rows = keys[1], keys[2], args[4] == '1' and keys[3] or keys[2]
  local start, size, total = tonumber(args[1]), tonumber(args[2]), redis.call('ZCARD', rows)
  if args[3] ~= '' then
    local index = redis.call('ZREVRANK', rows, args[3])
    if not index then return nil end
    start = math.max(0, math.min(index - math.floor((size - 1) / 2), total - size))
  end
  local answer, players = {start, total}, redis.call('ZREVRANGE', rows, start, start + size - 1)
  if #players == 0 then return answer end
  local records, listed = redis.call('HMGET', ratings, unpack(players)), redis.call('ZMSCORE', board, unpack(players))
  local points, rank
  for i, player in ipairs(players) do
    local score = tonumber(listed[i] or nil)
    if score and points ~= math.floor(score / SECONDS) then
      points, rank = math.floor(score / SECONDS), rank_at(board, score)
    end
    table.insert(answer, player)
    table.insert(answer, records[i])
    table.insert(answer, score and rank or 0)
  end
  return answer
end

-- One player's rating and rank. KEYS ratings board; ARGV player. Answers {record, rank} or nil.
local function standing(keys, args)
  local record = redis.call('HGET', keys[1], args[1])
  return record and {record, rank_of(keys[2], args[1])}
end

-- Keeps a result, once. KEYS result index; ARGV document table ended_at_s. Answers 1, or 0 if it was kept before.
local function keep(keys, args)
  if not redis.call('SET', keys[1], args[1], 'NX') then return 0 end
  redis.call('ZADD', keys[2], args[3], args[2])
  return 1
end

redis.register_function('nurselog_settle', settle)
redis.register_function('nurselog_keep', keep)
redis.register_function{function_name = 'nurselog_ladder_page', callback = page, flags = {'no-writes'}}
redis.register_function{function_name = 'nurselog_ladder_standing', callback = standing, flags = {'no-writes'}}
