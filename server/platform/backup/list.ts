import { DamagedError } from './errors.ts'
import { backupIds, type Manifest, readManifest, verifiedAt } from './manifest.ts'
import type { Place } from './place.ts'

/** A backup as `npm run backup -- --list` prints it (BACK-10). */
export interface ListedBackup {
  id: string
  /** The moment whose rows it has. */
  at: string
  version: string
  /** Number of its newest migration. */
  migration: string
  files: number
  bytes: number
  verifiedAt: string | null
  /** `newer` where this program doesn't know all of its migrations. */
  usable: 'yes' | 'newer'
}

export const newestOf = ({ migrations }: Pick<Manifest, 'migrations'>): string => migrations.at(-1) ?? ''

/** Whether a backup is of a newer version than the program that knows these migrations. */
export const isNewer = (
  { migrations }: Pick<Manifest, 'migrations'>,
  known: readonly { version: string }[],
): boolean => {
  const numbers = new Set(known.map(({ version }) => version))
  const oldest = known[0]?.version ?? ''
  return migrations.some((version) => version > oldest && !numbers.has(version))
}

/**
 * The backups of a place, the newest first. One whose description is damaged is left out.
 * @param onDamaged told its id
 */
export async function listBackups(
  place: Place,
  known: readonly { version: string }[],
  onDamaged: (id: string) => void = () => {},
): Promise<ListedBackup[]> {
  const listed: ListedBackup[] = []
  for (const id of await backupIds(place)) {
    try {
      const manifest = await readManifest(place, id)
      const { at, version, files, bytes } = manifest
      listed.push({
        id,
        at,
        version,
        migration: newestOf(manifest),
        files,
        bytes,
        verifiedAt: await verifiedAt(place, id),
        usable: isNewer(manifest, known) ? 'newer' : 'yes',
      })
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error
      onDamaged(id)
    }
  }
  return listed
}
