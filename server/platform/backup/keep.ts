import { DAY_MS } from '../../../shared/durations.ts'
import type { KeepRule } from './address.ts'
import {
  backupIds,
  ITEM,
  itemsOfBackups,
  momentOf,
  readContents,
  readManifest,
  verifiedAt,
} from './manifest.ts'
import { NameSet } from './nameSet.ts'
import type { Place } from './place.ts'

/** Days for which a restore point is kept, and for which what a backup left unfinished may still be used. */
const RESTORE_POINT_DAYS = 7
const UNFINISHED_DAYS = 2

export interface KnownBackup {
  id: string
  isVerified: boolean
  isRestorePoint: boolean
}

/** The period of each kind that a moment lies in, counted from a fixed one. */
const PERIODS: readonly { of: keyof KeepRule; number: (at: Date) => number }[] = [
  { of: 'days', number: (at) => Math.floor(at.getTime() / DAY_MS) },
  // The first of January 1970 was a Thursday; weeks begin on Monday.
  { of: 'weeks', number: (at) => Math.floor((Math.floor(at.getTime() / DAY_MS) + 3) / 7) },
  { of: 'months', number: (at) => at.getUTCFullYear() * 12 + at.getUTCMonth() },
]

/**
 * Those of the backups that are kept: the newest of each of the last days, weeks and months, the newest of all, the newest
 * verified one, and restore points of the last days.
 */
export function keptBackups(backups: readonly KnownBackup[], rule: KeepRule, now: Date): Set<string> {
  const newestFirst = backups.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const kept = new Set<string>()
  const keep = (backup: KnownBackup | undefined) => {
    if (backup) kept.add(backup.id)
  }
  keep(newestFirst[0])
  keep(newestFirst.find(({ isVerified }) => isVerified))
  for (const { of, number } of PERIODS) {
    const oldest = number(now) - rule[of]
    const seen = new Set<number>()
    for (const backup of newestFirst) {
      const period = number(momentOf(backup.id))
      if (period <= oldest || seen.has(period)) continue
      seen.add(period)
      keep(backup)
    }
  }
  for (const backup of newestFirst) {
    const age = now.getTime() - momentOf(backup.id).getTime()
    if (backup.isRestorePoint && age < RESTORE_POINT_DAYS * DAY_MS) keep(backup)
  }
  return kept
}

export interface Removed {
  backups: string[]
  items: number
}

/** Items that are removed together. */
const BATCH = 500

/**
 * Removes the backups that the rule does not keep, and contents that none of the others names. To be called after a backup
 * has succeeded. What says that a backup is there goes first, so that none is ever there without what it names.
 */
export async function removeOldBackups(place: Place, rule: KeepRule, now = new Date()): Promise<Removed> {
  const known: KnownBackup[] = []
  for (const id of await backupIds(place)) {
    // One that can't be read is never removed: a person has to look at it.
    const manifest = await readManifest(place, id).catch(() => null)
    if (!manifest) return { backups: [], items: 0 }
    const isVerified = (await verifiedAt(place, id)) !== null
    known.push({ id, isVerified, isRestorePoint: manifest.isRestorePoint })
  }
  const kept = keptBackups(known, rule, now)
  const backups = known.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  await place.remove(backups.map(ITEM.manifest))
  const rest: string[] = []
  let isAnotherRunning = false
  for await (const { item, id } of itemsOfBackups(place)) {
    const isFresh = now.getTime() - momentOf(id).getTime() < UNFINISHED_DAYS * DAY_MS
    if (item === ITEM.running(id) && isFresh) isAnotherRunning = true
    // Of one that was never finished a while ago nothing is of use.
    if (!kept.has(id) && (backups.includes(id) || !isFresh)) rest.push(item)
  }
  await place.remove(rest)
  const contents = isAnotherRunning ? 0 : await removeUnnamed(place, kept)
  return { backups, items: rest.length + contents }
}

async function removeUnnamed(place: Place, kept: ReadonlySet<string>): Promise<number> {
  const named = new NameSet()
  for (const id of kept) {
    await readContents(place, id, async ({ sha256, size }) => void named.add(place.contentItem(sha256, size)))
  }
  let removed = 0
  let batch: string[] = []
  const remove = async () => {
    await place.remove(batch)
    removed += batch.length
    batch = []
  }
  for await (const item of place.items('c-')) {
    if (named.has(item)) continue
    batch.push(item)
    if (batch.length >= BATCH) await remove()
  }
  await remove()
  return removed
}
