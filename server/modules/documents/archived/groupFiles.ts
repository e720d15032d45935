import type { TabKind } from '../../../../shared/enumerations.ts'
import { markedPdfName, redactedName } from '../../../../shared/markedPdfs.ts'
import { numberedName } from '../../../../shared/numberedNames.ts'
import type { Actor, PermissionScope } from '../../../access/actor.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { aclsByIds } from '../core/acls.ts'
import { accessBy } from '../core/levels.ts'
import { type OpenTree, openOrNull, treeRowOf } from '../core/trees.ts'
import { isGivenFile, isGivenMarkedPdf } from '../policy.ts'
import { certifiedFiles, type NumberedVersion } from '../proof/certified.ts'
import { treeAt } from '../proof/pastPlaces.ts'
import { freeName, safeName } from '../zip/names.ts'
import { currentPath, versionPath } from './places.ts'
import {
  type ArchivedDocument,
  type ArchivedFolder,
  type ArchivedPortion,
  type ArchivedVersion,
  REMOVED,
  TREE_FOLDERS,
  VIEW_ONLY,
} from './rows.ts'

export interface GroupAsked {
  /** Under which what is read is kept meanwhile. */
  proofId: string
  room: PermissionScope & { kind: 'portfolio' }
  types: readonly TabKind[]
  groupId: string
  /** What a member of the group alone held at the moment. */
  member: Actor
  /** The moment whose state it is. */
  at: Date
  withVersions: boolean
}

/** The last millisecond before the moment: files that could be seen in it are those of the moment. */
const intervalAt = (at: Date) => ({
  from: new Date(at.getTime() - 1).toISOString(),
  to: at.toISOString(),
})

interface Folder {
  id: string
  path: string
  names: Set<string>
}

/** Folders of a tree by their paths in names, each with its path in the archive. */
class Folders {
  readonly rows: ArchivedFolder[] = []
  readonly #byPath = new Map<string, Folder>()
  readonly #tree: TabKind

  constructor(tree: TabKind) {
    this.#tree = tree
    this.#byPath.set('', { id: '', path: '', names: new Set() })
  }

  /** @param numbers of the folders on the way, as far as they are numbered */
  of(names: readonly string[], numbers: readonly string[]): Folder {
    const key = names.join('/')
    const known = this.#byPath.get(key)
    if (known) return known
    const parent = this.of(names.slice(0, -1), numbers)
    const name = names.at(-1) ?? ''
    const number = numbers.length >= names.length ? numbers.slice(0, names.length).join('.') : null
    const own = freeName(safeName(numberedName({ name, number })), parent.names)
    const path = parent.path === '' ? own : `${parent.path}/${own}`
    const folder = {
      id: `${TREE_FOLDERS[this.#tree]}-${this.rows.length + 1}`,
      path,
      names: new Set<string>(),
    }
    this.#byPath.set(key, folder)
    this.rows.push({
      id: folder.id,
      tree: this.#tree,
      path: currentPath({ tree: TREE_FOLDERS[this.#tree], path }),
      name,
      parent: parent.id === '' ? null : parent.id,
      number,
      access: null,
      deletedAt: null,
      isStaged: false,
    })
    return folder
  }
}

const partsOf = ({ path, number }: NumberedVersion) => {
  const names = path.split('/')
  return { folders: names.slice(0, -1), name: names.at(-1) ?? '', numbers: number?.split('.') ?? [] }
}

/**
 * The files that a group could see at a moment, as it was given them (ARCH-01): marked PDFs below the original, redacted
 * renditions where it was given these, each under its own hash, and of what it could only view the name alone: an archive is a
 * download (VIEW-19, VIEW-21). Folders are those of the files, in names that it saw.
 */
export async function* archivedGroupFiles(
  db: Connection,
  { withVersions, member, at, ...asked }: GroupAsked,
): AsyncGenerator<ArchivedPortion> {
  for (const type of asked.types) {
    const { versions } = await certifiedFiles(db, {
      ...asked,
      types: [type],
      interval: intervalAt(at),
      reader: member,
      members: null,
    })
    const folders = new Folders(type)
    // All folders first: names of files give way to theirs.
    for await (const portion of versions()) {
      for (const version of portion) {
        const { folders: names, numbers } = partsOf(version)
        if (names.length > 0) folders.of(names, numbers)
      }
    }
    yield { folders: folders.rows, documents: [] }
    const given = levelsIn(db, member, at)
    for await (const portion of versions()) {
      const documents: ArchivedDocument[] = []
      for (const [, of] of Map.groupBy(portion, ({ documentId }) => documentId)) {
        // What was withdrawn opens for nobody, whenever it was; of a version the last rendition was given.
        const open = of.filter(
          ({ withdrawnAt, versionId }, index) =>
            withdrawnAt === null && of[index + 1]?.versionId !== versionId,
        )
        const told = withVersions ? open : open.slice(-1)
        const last = told.at(-1)
        if (last) documents.push(await documentOf(type, last, told, folders, await given(last)))
      }
      yield { folders: [], documents }
    }
  }
}

/** What the group was given of a file by the list that it saw it by: itself, marked PDFs, or nothing to take away. */
type GivenContent = 'FILE' | 'MARKED' | null

function levelsIn(db: Connection, member: Actor, at: Date) {
  const trees = new Map<string, OpenTree | null>()
  const known = new Map<number, GivenContent>()
  const treeOf = async (treeId: string): Promise<OpenTree | null> => {
    const found = trees.get(treeId)
    if (found !== undefined) return found
    const row = await treeRowOf(db, treeId)
    const tree = row ? openOrNull(member, await treeAt(db, row, at.toISOString())) : null
    trees.set(treeId, tree)
    return tree
  }
  return async ({ treeId, aclId }: NumberedVersion): Promise<GivenContent> => {
    const found = known.get(aclId)
    if (found !== undefined) return found
    const [tree, acl] = [await treeOf(treeId), (await aclsByIds(db, [aclId])).get(aclId)]
    const access = tree !== null && acl !== undefined ? accessBy(acl, tree) : null
    const marked = access && isGivenMarkedPdf(access) ? 'MARKED' : null
    const given = access && isGivenFile(access) ? 'FILE' : marked
    known.set(aclId, given)
    return given
  }
}

function documentOf(
  tree: TabKind,
  last: NumberedVersion,
  told: readonly NumberedVersion[],
  folders: Folders,
  given: GivenContent,
): ArchivedDocument {
  const { folders: names, name, numbers } = partsOf(last)
  const folder = folders.of(names, numbers)
  const { isRedacted } = last
  const isOriginal = given === 'FILE'
  const original = isRedacted && isOriginal ? redactedName(name) : name
  const shown = given === 'MARKED' ? markedPdfName(name, isRedacted) : original
  const own = freeName(safeName(numberedName({ name: shown, number: last.number })), folder.names)
  const place = { tree: TREE_FOLDERS[tree], path: folder.path === '' ? own : `${folder.path}/${own}` }
  return {
    id: last.documentId,
    tree,
    name: shown,
    folder: folder.id === '' ? null : folder.id,
    number: last.number,
    access: null,
    deletedAt: null,
    isStaged: false,
    versions: told.map((version): ArchivedVersion => {
      const { versionId, renditionFileId, extension, size, sha256 } = version
      const isRemoved = version.isRemoved || (version.isRedacted && renditionFileId === null)
      const source = isOriginal
        ? renditionFileId === null
          ? ({ kind: 'ORIGINAL', versionId } as const)
          : ({ kind: 'REDACTED', fileId: renditionFileId } as const)
        : ({
            kind: 'MARKED',
            treeId: version.treeId,
            versionId,
            extension,
            size: version.uploadedSize,
            fileId: renditionFileId,
          } as const)
      const viewed = given === null ? VIEW_ONLY : null
      const leftOut = isRemoved ? REMOVED : viewed
      return {
        id: versionId,
        number: version.version,
        at: version.uploadedAt,
        personId: null,
        size: isOriginal ? size : null,
        sha256: isOriginal ? sha256 : null,
        withdrawnAt: null,
        leftOut,
        path: leftOut ? null : version === last ? currentPath(place) : versionPath(place, version.version),
        source: leftOut ? null : source,
      }
    }),
  }
}
