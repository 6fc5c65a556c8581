-- Ladders: settle tables, switch to a recomputed copy, read.

local function version_of(record)
  return record and tonumber(string.match(record, '^%d+')) or 0
end

local function last_of(ledger)
  local last = redis.call('XREVRANGE', ledger, '+', '-', 'COUNT', 1)[1]
  return last and tonumber(string.match(last[1], '^%d+')) or 0
end

-- Appends an entry; answers its number as text.
local function append(ledger, entry)
  local seq = string.format('%.0f', last_of(ledger) + 1)
  redis.call('XADD', ledger, seq .. '-1', 'entry', entry)
  return seq
end

local function remember(history, days, seq, day)
  redis.call('ZADD', history, seq, seq)
  redis.call('ZADD', days, seq, day)
end

-- Puts a rating on the boards of one season: always set, listed or not. Outside seasons the ratings are its rows.
local function list(ratings, rows, listed, everyone, player, rating)
  if rows ~= ratings then redis.call('HSET', rows, player, rating.record) end
  redis.call('ZADD', everyone, rating.score, player)
  if rating.listed then
    redis.call('ZADD', listed, rating.score, player)
  else
    redis.call('ZREM', listed, player)
  end
end

-- Settles one rated table in its ladder, once: entries, ratings, boards, histories and the mark.
-- KEYS meta ledger marks ratings, per season: rows listed everyone, per player: history days
-- ARGV generation mark day seasons entries, each entry, then per player:
--      name version record score listed, the seasons and the entries that concern it, a digit each ("12")
-- Answers {'applied', seq} | {'replayed', mark} | {'conflict', player} | {'moved', generation}.
local function settle(keys, args)
  local meta, ledger, marks, ratings = keys[1], keys[2], keys[3], keys[4]
  local elsewhere = moved(meta, args[1])
  if elsewhere then return elsewhere end
  local mark = redis.call('HGET', marks, args[2])
  if mark then return {'replayed', mark} end

  local day, seasons, entries = args[3], tonumber(args[4]), tonumber(args[5])
  local first = 6 + entries
  for at = first, #args, 7 do
    if version_of(redis.call('HGET', ratings, args[at])) ~= tonumber(args[at + 1]) then
      return {'conflict', args[at]}
    end
  end

  local seqs = {}
  for i = 1, entries do seqs[i] = append(ledger, args[5 + i]) end
  local own = 4 + 3 * seasons
  for at = first, #args, 7 do
    local player, rating = args[at], {record = args[at + 2], score = args[at + 3], listed = args[at + 4] == '1'}
    redis.call('HSET', ratings, player, rating.record)
    for digit in string.gmatch(args[at + 5], '%d') do
      local season = 2 + 3 * tonumber(digit)
      list(ratings, keys[season], keys[season + 1], keys[season + 2], player, rating)
    end
    for digit in string.gmatch(args[at + 6], '%d') do
      remember(keys[own + 1], keys[own + 2], seqs[tonumber(digit)], day)
    end
    own = own + 2
  end
  redis.call('HSET', marks, args[2], seqs[entries])
  return {'applied', seqs[entries]}
end

-- Marks a table as unrated, unless one of the players got a rating meanwhile.
-- KEYS meta marks ratings; ARGV generation mark reason player... Answers as settle; a mark is a seq, or '!' and a reason.
local function settle_unrated(keys, args)
  local elsewhere = moved(keys[1], args[1])
  if elsewhere then return elsewhere end
  local mark = redis.call('HGET', keys[2], args[2])
  if mark then return {'replayed', mark} end
  for i = 4, #args do
    if redis.call('HEXISTS', keys[3], args[i]) == 1 then return {'conflict', args[i]} end
  end
  redis.call('HSET', keys[2], args[2], '!' .. args[3])
  return {'applied', '!' .. args[3]}
end

-- Makes a recomputed copy the ladder, if it knows the last entry, with the entry that says why.
-- KEYS meta ledger marks, the old keys, then per changed player: history days
-- ARGV generation seq next_generation table mark entry day old_keys
-- Answers {'switched', seq} | {'behind', last seq} | {'moved', generation}.
local function switch(keys, args)
  local elsewhere = moved(keys[1], args[1])
  if elsewhere then return elsewhere end
  local last = last_of(keys[2])
  if last ~= tonumber(args[2]) then return {'behind', string.format('%.0f', last)} end
  local own = 4 + tonumber(args[8])
  for i = 4, own - 1 do redis.call('UNLINK', keys[i]) end
  redis.call('HSET', keys[1], 'generation', args[3])
  if args[6] == '' then return {'switched', args[2]} end
  local seq = append(keys[2], args[6])
  redis.call('HSET', keys[3], args[4], args[5])
  for i = own, #keys, 2 do remember(keys[i], keys[i + 1], seq, args[7]) end
  return {'switched', seq}
end

-- The ladder's seasons and the records of players. KEYS meta seasons ratings; ARGV generation player...
local function ratings_of(keys, args)
  local elsewhere = moved(keys[1], args[1])
  if elsewhere then return elsewhere end
  local records = #args > 1 and redis.call('HMGET', keys[3], unpack(args, 2)) or {}
  return {'ok', redis.call('HVALS', keys[2]), records}
end

-- A page of a board with what each row needs.
-- KEYS meta rows listed everyone; ARGV generation start size player all
-- With a player the page is the window around it. Answers {'ok', start, total, listed, then player record rank
-- each}, or {'absent'} for a player who is not on the board.
local function page(keys, args)
  local elsewhere = moved(keys[1], args[1])
  if elsewhere then return elsewhere end
  local board, rows = keys[3], args[5] == '1' and keys[4] or keys[3]
  local size, total = tonumber(args[3]), redis.call('ZCARD', rows)
  local start = window_start(rows, tonumber(args[2]), size, args[4], total)
  if not start then return {'absent'} end
  local answer = {'ok', start, total, redis.call('ZCARD', board)}
  local players, listed = stretch(rows, start, size)
  if #players == 0 then return answer end
  local records = redis.call('HMGET', keys[2], unpack(players))
  if rows ~= board then listed = redis.call('ZMSCORE', board, unpack(players)) end
  local rank = rows == board and ranks_from(board, start) or function(_, score) return rank_at(board, score) end
  for i, player in ipairs(players) do
    local at, score = 2 + 3 * i, tonumber(listed[i] or nil)
    answer[at], answer[at + 1], answer[at + 2] = player, records[i], score and rank(i, score) or 0
  end
  return answer
end

-- One player's rating and rank. KEYS meta ratings listed; ARGV generation player.
-- Answers {'ok', record, rank, listed} or {'absent'}.
local function standing(keys, args)
  local elsewhere = moved(keys[1], args[1])
  if elsewhere then return elsewhere end
  local record = redis.call('HGET', keys[2], args[2])
  return record and {'ok', record, rank_of(keys[3], args[2]), redis.call('ZCARD', keys[3])} or {'absent'}
end

-- The records and scores of some players on a board. KEYS meta rows listed; ARGV generation player...
local function members(keys, args)
  local elsewhere = moved(keys[1], args[1])
  if elsewhere then return elsewhere end
  return {'ok', redis.call('ZMSCORE', keys[3], unpack(args, 2)), redis.call('HMGET', keys[2], unpack(args, 2))}
end

-- How many a ladder rates and lists. KEYS meta ratings listed; ARGV generation.
local function sizes(keys, args)
  return moved(keys[1], args[1]) or {'ok', redis.call('HLEN', keys[2]), redis.call('ZCARD', keys[3])}
end

redis.register_function('nurselog_ladder_settle', settle)
redis.register_function('nurselog_ladder_settle_unrated', settle_unrated)
-- Puts one text in the place of a season's board, if that is as it was read.
-- KEYS meta packed rows listed everyone; ARGV generation everyone listed text. Answers {'ok'} | {'changed'} | {'moved', g}.
local function pack(keys, args)
  local elsewhere = moved(keys[1], args[1])
  if elsewhere then return elsewhere end
  local same = redis.call('ZCARD', keys[5]) == tonumber(args[2]) and redis.call('ZCARD', keys[4]) == tonumber(args[3])
  if not same then return {'changed'} end
  redis.call('SET', keys[2], args[4])
  redis.call('UNLINK', keys[3], keys[4], keys[5])
  return {'ok'}
end

redis.register_function('nurselog_ladder_switch', switch)
redis.register_function('nurselog_ladder_pack', pack)
redis.register_function{function_name = 'nurselog_ladder_ratings', callback = ratings_of, flags = {'no-writes'}}
redis.register_function{function_name = 'nurselog_ladder_page', callback = page, flags = {'no-writes'}}
redis.register_function{function_name = 'nurselog_ladder_standing', callback = standing, flags = {'no-writes'}}
redis.register_function{function_name = 'nurselog_ladder_members', callback = members, flags = {'no-writes'}}
redis.register_function{function_name = 'nurselog_ladder_sizes', callback = sizes, flags = {'no-writes'}}
