import type { UploadEntry, UploadTarget } from './plan.ts'

/** What becomes of files whose names are taken where they go. */
export type TakenChoice = 'version' | 'copy' | 'skip'

export const TAKEN_CHOICES: readonly TakenChoice[] = ['version', 'copy', 'skip']

/** Files of one upload whose names are taken. */
export interface Taken {
  readonly target: UploadTarget
  /** Paths of those files below the target's folder. */
  readonly paths: readonly string[]
  /** Files of the upload in all. */
  readonly files: number
}

/** What the person has said. */
export interface TakenAnswer {
  readonly choice: TakenChoice
  /** Whether the upload is to wait for a publication (STAGE-03). */
  readonly staged: boolean
}

/** Asks the person, once for an upload; null where they would rather not upload. */
type AskTaken = (taken: Taken) => Promise<TakenAnswer | null>

/** What is to be uploaded, now or for a publication. */
export interface Settled {
  readonly entries: readonly UploadEntry[]
  readonly staged: boolean
}

/** Which of the paths below a folder are files already. @throws where no answer comes */
export type FindTaken = (target: UploadTarget, paths: readonly string[]) => Promise<readonly string[]>

/** Paths in one question. */
const PATHS_PER_QUESTION = 1000
/** Numbers that are tried for a copy's name before it is left to be a new version. */
const MAX_TRIES = 20

const pathOf = (entry: UploadEntry): string => entry.path.join('/')

async function findAll(
  find: FindTaken,
  target: UploadTarget,
  paths: readonly string[],
): Promise<Set<string>> {
  const taken = new Set<string>()
  for (let at = 0; at < paths.length; at += PATHS_PER_QUESTION) {
    for (const path of await find(target, paths.slice(at, at + PATHS_PER_QUESTION))) taken.add(path)
  }
  return taken
}

/** "PPA (2).pdf" of "PPA.pdf". */
export function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`
}

const inSameFolder = (path: string, name: string): string =>
  path.includes('/') ? `${path.slice(0, path.lastIndexOf('/'))}/${name}` : name

/** The entries with names that are free in place of those that are taken. */
async function renamed(
  find: FindTaken,
  target: UploadTarget,
  entries: readonly UploadEntry[],
  taken: ReadonlySet<string>,
): Promise<UploadEntry[]> {
  const candidatesOf = (entry: UploadEntry): string[] =>
    Array.from({ length: MAX_TRIES }, (_, at) =>
      inSameFolder(pathOf(entry), numbered(entry.path.at(-1) ?? '', at + 2)),
    )
  const concerned = entries.filter((entry) => entry.kind === 'file' && taken.has(pathOf(entry)))
  const unfree = await findAll(find, target, concerned.flatMap(candidatesOf))
  const given = new Set([...unfree, ...entries.map(pathOf)])
  return entries.map((entry) => {
    if (!concerned.includes(entry)) return entry
    const free = candidatesOf(entry).find((path) => !given.has(path))
    if (free === undefined) return entry
    given.add(free)
    return { ...entry, path: free.split('/') }
  })
}

/**
 * Has the person say, once for all of an upload, what becomes of files whose names are taken where they go: without a
 * word they would become new versions (UPL-36).
 * @returns what to upload; null where the person would rather not
 * @throws where it can't be found out
 */
export async function settleTaken(
  target: UploadTarget,
  entries: readonly UploadEntry[],
  { find, ask }: { find: FindTaken; ask: AskTaken },
): Promise<Settled | null> {
  const files = entries.filter(({ kind }) => kind === 'file')
  const taken = await findAll(find, target, [...new Set(files.map(pathOf))])
  if (taken.size === 0) return { entries, staged: target.staged ?? false }
  const answer = await ask({ target, paths: [...taken], files: files.length })
  if (answer === null) return null
  const { choice, staged } = answer
  if (choice === 'version') return { entries, staged }
  if (choice === 'copy') return { entries: await renamed(find, target, entries, taken), staged }
  const others = entries.filter((entry) => entry.kind !== 'file' || !taken.has(pathOf(entry)))
  return { entries: others, staged }
}
