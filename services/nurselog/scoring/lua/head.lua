#!lua name=nurselog_scoring

-- What scoring writes, one function per effect; the files beside this one follow it in the same library. The keys of a
-- ladder or board share its hash tag, those of a result the tag of its table. Each effect carries its marker, so a
-- second delivery changes nothing.
--
-- Keys that can be made anew hold a generation. Who calls with an old one is answered {'moved', generation}.

local SECONDS = 4294967296

local function points_in(score)
  return math.floor(score / SECONDS)
end

-- The 1-based shared rank of a packed score on a board.
local function rank_at(board, score)
  local above = (points_in(score) + 1) * SECONDS
  return 1 + redis.call('ZCOUNT', board, string.format('%.0f', above), '+inf')
end

-- A function that tells the shared ranks of the rows of a page, in their order: the first is counted, and who has fewer
-- points than the row before stands at his place.
local function ranks_from(board, start)
  local points, rank
  return function(i, score)
    if i == 1 then
      points, rank = points_in(score), rank_at(board, score)
    elseif points ~= points_in(score) then
      points, rank = points_in(score), start + i
    end
    return rank
  end
end

-- The players from `start` on and their scores, best first: two lists. Looking each score up would be a search of its own.
local function stretch(board, start, size)
  local players, scores = {}, {}
  local flat = redis.call('ZREVRANGE', board, start, start + size - 1, 'WITHSCORES')
  for i = 1, #flat, 2 do
    players[#players + 1], scores[#scores + 1] = flat[i], flat[i + 1]
  end
  return players, scores
end

-- The shared rank of a player; 0 for one who is not listed.
local function rank_of(board, player)
  local score = redis.call('ZSCORE', board, player)
  return score and rank_at(board, tonumber(score)) or 0
end

-- Nil if `expected` is the generation; else the answer that tells the right one.
local function moved(meta, expected)
  local generation = redis.call('HGET', meta, 'generation') or '0'
  return generation ~= expected and {'moved', generation} or nil
end

-- Where a page of `size` begins: at `start`, or so that it holds the player, shifted at the ends. Nil without him.
local function window_start(rows, start, size, player, total)
  if player == '' then return start end
  local index = redis.call('ZREVRANK', rows, player)
  return index and math.max(0, math.min(index - math.floor((size - 1) / 2), total - size))
end
