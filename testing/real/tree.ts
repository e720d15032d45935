import type { Listed, Room } from '../room.ts'

/** An entry of a tree with its path below the folder where the walk began. */
export interface Found extends Listed {
  readonly path: readonly string[]
}

/** Everything below a folder, as this person sees it, parents before children. */
export async function walk(room: Room, folderId: string, path: readonly string[] = []): Promise<Found[]> {
  const found: Found[] = []
  for (const entry of await room.list(folderId)) {
    const at = [...path, entry.name]
    found.push({ ...entry, path: at })
    if (entry.fileType === 'FOLDER') found.push(...(await walk(room, entry.id, at)))
  }
  return found
}

export const pathOf = ({ path }: { path: readonly string[] }): string => path.join('/')

/** Whether an entry is one of those folders or lies below one. */
export const isIn = ({ path }: { path: readonly string[] }, folders: readonly string[]): boolean =>
  folders.some((folder) => `${path.join('/')}/`.startsWith(`${folder}/`))
