#!lua name=nurselog_table

-- The log of a table: each function is one atomic step on keys that share one hash tag. Knows no game.
-- Written for Redis 7.2+ and Valkey 8+. `redis_log.py` names keys and arguments; `log.py` gives the promises.
--
-- meta (hash): epoch version rev status at ttl setting seating [pub] [due] [ended] [outcome] [reason was qat]
--   [r<seat>]
-- log (stream): id `<version>-1` (0-0 is no legal id), fields t (server time, ms) and c (a Commit)

local function now_ms()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function text(number)
  return string.format('%.0f', number)
end

-- Pairs of kind and fact, from args[first] on.
local function tell(outbox, args, first)
  for i = first, #args, 2 do
    redis.call('XADD', outbox, '*', 'kind', args[i], 'fact', args[i + 1])
  end
end

local function set_deadline(meta, deadlines, member, due)
  if due then
    redis.call('HSET', meta, 'due', text(due))
    redis.call('ZADD', deadlines, text(due), member)
  else
    redis.call('HDEL', meta, 'due')
    redis.call('ZREM', deadlines, member)
  end
end

-- Moves a public table from the lobby's index of one status to that of another.
local function move_index(meta, from, to, id)
  local public = redis.call('HMGET', meta, 'pub', 'at')
  if public[1] then
    redis.call('ZREM', from, id)
    redis.call('ZADD', to, public[2], id)
  end
end

-- An open table is forgotten when nobody touches it for its time to live; its place in the index goes at the next look.
local function touch(meta, seed, ttl)
  redis.call('PEXPIRE', meta, ttl)
  redis.call('PEXPIRE', seed, ttl)
end

-- table_create(meta, seed, outbox, index; id, epoch, setting, seating, seed, public, ttl, (kind, fact)...) -> OK | EXISTS
local function create(keys, args)
  local meta, seed, outbox, index = keys[1], keys[2], keys[3], keys[4]
  if redis.call('EXISTS', meta) == 1 then
    return 'EXISTS'
  end
  local at = text(now_ms())
  redis.call('HSET', meta, 'epoch', args[2], 'version', '-1', 'rev', '0', 'status', 'open', 'at', at,
    'setting', args[3], 'seating', args[4], 'ttl', args[7])
  redis.call('SET', seed, args[5])
  touch(meta, seed, args[7])
  if args[6] == '1' then
    redis.call('HSET', meta, 'pub', '1')
    redis.call('ZADD', index, at, args[1])
  end
  tell(outbox, args, 8)
  return 'OK'
end

-- table_amend(meta, seed, outbox; bell, epoch, revision, seating, status, (kind, fact)...)
--   -> OK revision | STALE v | FENCED e | MISSING
local function amend(keys, args)
  local meta = keys[1]
  local now = redis.call('HMGET', meta, 'epoch', 'version', 'rev', 'ttl', 'status')
  if not now[1] then
    return 'MISSING'
  elseif now[1] ~= args[2] then
    return 'FENCED ' .. now[1]
  elseif now[5] ~= args[5] or now[3] ~= args[3] or (args[5] == 'open' and now[2] ~= '-1') then
    return 'STALE ' .. now[2]
  end
  local revision = redis.call('HINCRBY', meta, 'rev', 1)
  redis.call('HSET', meta, 'seating', args[4])
  if args[5] == 'open' then
    touch(meta, keys[2], now[4])
  end
  tell(keys[3], args, 6)
  redis.call('SPUBLISH', args[1], 'seats')
  return 'OK ' .. revision
end

-- The earliest of `now + after` and `at`; nil if neither is set.
local function resolve(now, after, at)
  local due = tonumber(at)
  if after ~= '' and (not due or now + tonumber(after) < due) then
    due = now + tonumber(after)
  end
  return due
end

-- A turn's fact ends with the due time, which only this function knows. Nobody needs waking for a later deadline.
local function tell_turn(outbox, fact, always, before, due)
  if fact == '' then
    return
  end
  if always == '1' or (due and (not before or due < tonumber(before))) then
    local filled = string.sub(fact, 1, -9) .. struct.pack('<d', due or 0)
    redis.call('XADD', outbox, '*', 'kind', 'turn', 'fact', filled)
  end
end

local function change_status(keys, args, now)
  local meta, status = keys[1], args[11]
  redis.call('HSET', meta, 'status', status)
  move_index(meta, keys[6], keys[7], args[16])
  if args[4] == '-1' then
    redis.call('PERSIST', meta)
    redis.call('PERSIST', keys[8])
  end
  if status == 'finished' then
    redis.call('HSET', meta, 'ended', text(now), 'outcome', args[12])
    redis.call('ZADD', keys[5], text(now), args[1])
  end
end

-- table_commit(meta, log, deadlines, outbox[, finished, index from, index to, seed];
--   1 name, 2 bell, 3 epoch, 4 after, 5 seat, 6 request, 7 not after, 8 commit, 9 due after, 10 due at, 11 status,
--   12 outcome, 13 revision, 14 turn, 15 turn always, 16 id, (kind, fact)...)
--   -> OK v at due | REPLAYED v at | STALE v | AHEAD v | FENCED e | LATE at | MISSING
local function commit(keys, args)
  local meta, remembered = keys[1], 'r' .. args[5]
  local have = redis.call('HMGET', meta, 'epoch', 'version', 'rev', 'due', remembered)
  if not have[1] then
    return 'MISSING'
  elseif have[1] ~= args[3] then
    return 'FENCED ' .. have[1]
  end
  if have[5] and args[6] ~= '' then
    local version, at, request = string.match(have[5], '^(%d+) (%d+) (.*)$')
    if request == args[6] then
      return 'REPLAYED ' .. version .. ' ' .. at
    end
  end
  local version, after = tonumber(have[2]), tonumber(args[4])
  if version > after or (args[13] ~= '' and args[13] ~= have[3]) then
    return 'STALE ' .. have[2]
  elseif version < after then
    return 'AHEAD ' .. have[2]
  end
  local now = now_ms()
  if args[7] ~= '' and now > tonumber(args[7]) then
    return 'LATE ' .. text(now)
  end

  version = text(version + 1)
  local at = text(now)
  redis.call('XADD', keys[2], version .. '-1', 't', at, 'c', args[8])
  if args[6] ~= '' then
    redis.call('HSET', meta, 'version', version, remembered, version .. ' ' .. at .. ' ' .. args[6])
  else
    redis.call('HSET', meta, 'version', version)
  end
  local due = resolve(now, args[9], args[10])
  if due or have[4] then
    set_deadline(meta, keys[3], args[1], due)
  end
  if args[11] ~= '' then
    change_status(keys, args, now)
  end
  tell_turn(keys[4], args[14], args[15], have[4], due)
  tell(keys[4], args, 17)
  redis.call('SPUBLISH', args[2], version)
  return 'OK ' .. version .. ' ' .. at .. ' ' .. (due and text(due) or '')
end

-- table_read(meta, log, seed; after or '') -> false | meta fields, time, seed, entries
local function read(keys, args)
  local found = redis.call('HMGET', keys[1], 'epoch', 'version', 'rev', 'status', 'seating', 'at', 'ended', 'due',
    'qat', 'setting', 'outcome')
  if not found[1] then
    return false
  end
  if args[1] == '' then
    return { found, text(now_ms()), redis.call('GET', keys[3]) or '', redis.call('XRANGE', keys[2], '-', '+') }
  end
  return { found, text(now_ms()), '', redis.call('XRANGE', keys[2], text(tonumber(args[1]) + 1) .. '-0', '+') }
end

-- table_mend(meta, deadlines; name, epoch, version, due or '') -> 1 done, 0 the table has moved on
local function mend(keys, args)
  local have = redis.call('HMGET', keys[1], 'epoch', 'version')
  if have[1] ~= args[2] or have[2] ~= args[3] then
    return 0
  end
  set_deadline(keys[1], keys[2], args[1], tonumber(args[4]))
  return 1
end

-- table_anew(meta; bell, epoch, new epoch) -> 1 done, 0 if the table lives another life already
local function anew(keys, args)
  if redis.call('HGET', keys[1], 'epoch') ~= args[2] then
    return 0
  end
  redis.call('HSET', keys[1], 'epoch', args[3])
  redis.call('SPUBLISH', args[1], 'anew')
  return 1
end

-- table_quarantine(meta, deadlines, index open, playing, finished, quarantined; name, bell, id, epoch, new epoch, reason)
--   -> 1 done, 0 if the table lives another life already
local function quarantine(keys, args)
  local meta = keys[1]
  local have = redis.call('HMGET', meta, 'epoch', 'status')
  if have[1] ~= args[4] or have[2] == 'quarantined' then
    return 0
  end
  local index = { open = keys[3], playing = keys[4], finished = keys[5] }
  redis.call('HSET', meta, 'epoch', args[5], 'status', 'quarantined', 'was', have[2], 'reason', args[6], 'qat', text(now_ms()))
  set_deadline(meta, keys[2], args[1], nil)
  move_index(meta, index[have[2]], keys[6], args[3])
  redis.call('SPUBLISH', args[2], 'quarantined')
  return 1
end

-- Removes the entries after a version, and the answers that were remembered: they may name what is gone.
local function cut(meta, log, keep)
  local kept = redis.call('XRANGE', log, '-', text(keep) .. '-1')
  redis.call('DEL', log) -- a stream remembers its greatest id even when that entry is deleted
  for _, entry in ipairs(kept) do
    redis.call('XADD', log, entry[1], unpack(entry[2]))
  end
  for _, field in ipairs(redis.call('HKEYS', meta)) do
    if string.match(field, '^r%d+$') then
      redis.call('HDEL', meta, field)
    end
  end
  redis.call('HSET', meta, 'version', text(keep))
end

-- table_release(meta, log, finished, index open, playing, finished, quarantined; name, bell, id, new epoch, keep or '')
--   -> OK | STALE v | MISSING
local function release(keys, args)
  local meta = keys[1]
  local have = redis.call('HMGET', meta, 'status', 'version', 'was')
  if not have[1] then
    return 'MISSING'
  end
  local version, keep = tonumber(have[2]), tonumber(args[5])
  if have[1] ~= 'quarantined' or (keep and (keep < 0 or keep > version)) then
    return 'STALE ' .. have[2]
  end
  local status = have[3]
  if keep and keep < version then
    cut(meta, keys[2], keep)
    if status == 'finished' then
      status = 'playing'
      redis.call('HDEL', meta, 'ended', 'outcome')
      redis.call('ZREM', keys[3], args[1])
    end
  end
  local index = { open = keys[4], playing = keys[5], finished = keys[6] }
  redis.call('HSET', meta, 'epoch', args[4], 'status', status)
  redis.call('HDEL', meta, 'was', 'reason')
  move_index(meta, keys[7], index[status], args[3])
  redis.call('SPUBLISH', args[2], 'released')
  return 'OK'
end

-- table_seal(meta, log, seed, finished, sealed, index finished; name, id, ttl) -> OK
-- The table's keys expire, and with them, later, its place in the lobby.
local function seal(keys, args)
  local now = now_ms()
  redis.call('ZREM', keys[4], args[1])
  for i = 1, 3 do
    redis.call('PEXPIRE', keys[i], args[3])
  end
  redis.call('ZADD', keys[5], text(now + tonumber(args[3])), args[2])
  for _, id in ipairs(redis.call('ZRANGE', keys[5], '-inf', text(now), 'BYSCORE', 'LIMIT', 0, 100)) do
    redis.call('ZREM', keys[6], id)
    redis.call('ZREM', keys[5], id)
  end
  return 'OK'
end

redis.register_function('table_create', create)
redis.register_function('table_amend', amend)
redis.register_function('table_commit', commit)
redis.register_function { function_name = 'table_read', callback = read, flags = { 'no-writes' } }
redis.register_function('table_mend', mend)
redis.register_function('table_anew', anew)
redis.register_function('table_quarantine', quarantine)
redis.register_function('table_release', release)
redis.register_function('table_seal', seal)
