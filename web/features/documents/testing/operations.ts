import { type Answers, by, refused } from '../../../testing/renderAt.tsx'
import { type Entry, ROOT } from './room.ts'

const NOT_FOUND = refused('NOT_FOUND', 'Document not found.')
/** What the server says where more would be deleted than a dry run named. */
export const MORE_THERE = 'Someone else has just changed this folder. Please check and try again.'

/** Scripted answers that change the entries of a scripted room as the real server would. */
export function operationsOn(entries: Entry[]): Answers {
  const known = (id: unknown) => entries.find((entry) => entry.id === id)
  const withAllBelow = (entry: Entry): Entry[] => [
    entry,
    ...entries.filter((each) => each.in === entry.id).flatMap(withAllBelow),
  ]
  /** What is still there of a selection, where it was when that was made. */
  const left = (ids: unknown, parentIds?: unknown): Entry[] =>
    (ids as string[]).flatMap((id, at) => {
      const entry = known(id)
      const parentId = (parentIds as string[] | undefined)?.[at]
      return entry && (parentId === undefined || parentId === (entry.in ?? ROOT)) ? entry : []
    })
  const ancestorsOf = (entry: Entry): { __typename: string; id: string; name: string; number: null }[] => {
    const parent = known(entry.in)
    return parent
      ? [...ancestorsOf(parent), { __typename: 'Document', id: parent.id, name: parent.name, number: null }]
      : [{ __typename: 'Document', id: ROOT, name: 'Documents', number: null }]
  }
  const deleted: Entry[] = []
  return {
    SearchDocuments: by(({ documentId, search, limit, offset }) => {
      const within = known(documentId)
      const all = entries.filter(
        (entry) =>
          entry.name.toLowerCase().includes(String(search).toLowerCase()) &&
          (!within || ancestorsOf(entry).some(({ id }) => id === within.id)),
      )
      const hits = all.slice(Number(offset), Number(offset) + Number(limit)).map((entry) => ({
        __typename: 'Document',
        id: entry.id,
        name: entry.name,
        fileType: entry.folder ? 'FOLDER' : 'FILE',
        size: entry.folder ? null : (entry.size ?? 0),
        modifiedTimestamp: new Date().toISOString(),
        fileCount: 0,
        versionCount: entry.folder ? 0 : 1,
        versionNumber: entry.folder ? null : 1,
        thumbnailUrl: entry.thumbnail ?? null,
        isFavourite: false,
        isNew: false,
        isNewVersion: false,
        isStaged: false,
        stagedChanges: [],
        newBelow: 0,
        number: null,
        parentId: entry.in ?? ROOT,
        labels: [],
        permittedIds: [],
        permittedLevels: [],
        level: 'ORIGINAL',
        ancestors: ancestorsOf(entry),
      }))
      return { data: { searchCount: Math.min(1000, all.length), search: hits } }
    }),
    SearchContents: by(() => ({
      data: {
        contentSearch: {
          __typename: 'ContentSearchPage',
          count: 0,
          isCountLimited: false,
          items: [],
          uploaders: [],
        },
      },
    })),
    SearchFilterChoices: by(({ treeId }) => ({
      data: {
        documentTree: { __typename: 'DocumentTree', id: treeId, fileTypes: ['pdf', 'xlsx', 'folder'] },
      },
    })),
    RemoveDocumentsDryRun: by(({ documentIds, parentIds, limit, offset }) => {
      const gone = left(documentIds, parentIds).flatMap(withAllBelow)
      const documents = gone.slice(Number(offset), Number(offset) + Number(limit)).map((entry) => ({
        __typename: 'Document',
        id: entry.id,
        name: entry.name,
        fileType: entry.folder ? 'FOLDER' : 'FILE',
        parentId: entry.in ?? ROOT,
      }))
      const payload = { __typename: 'RemoveDocumentsDryRunPayload', count: gone.length, documents }
      return { data: { removeDocumentsDryRun: payload } }
    }),
    RemoveDocuments: by(({ documentIds, parentIds, expectedCount }) => {
      const named = left(documentIds, parentIds)
      if (named.flatMap(withAllBelow).length > Number(expectedCount)) return refused('CONFLICT', MORE_THERE)
      for (const entry of named.flatMap(withAllBelow)) {
        entries.splice(entries.indexOf(entry), 1)
        deleted.push(entry)
      }
      const payload = { __typename: 'RemoveDocumentsPayload', deletedIds: named.map(({ id }) => id) }
      return { data: { removeDocuments: payload } }
    }),
    RestoreDocuments: by(({ documentIds }) => {
      const ids = documentIds as string[]
      const documents = deleted
        .filter(({ id }) => ids.includes(id))
        .map(({ id, name }) => ({ __typename: 'Document', id, name }))
      entries.push(...deleted.splice(0))
      return { data: { restoreDocuments: { __typename: 'RestoreDocumentsPayload', documents } } }
    }),
    MoveDocuments: by(({ destinationParentId, sourceDocumentIds }) => {
      const moved = left(sourceDocumentIds)
      const names = entries
        .filter((entry) => (entry.in ?? ROOT) === destinationParentId)
        .map(({ name }) => name.toLowerCase())
      const taken = moved.find((entry) => names.includes(entry.name.toLowerCase()))
      if (taken)
        return refused('CONFLICT', `"${taken.name}" already exists there. Please rename one of the two.`)
      for (const entry of moved) {
        const { in: _former, ...rest } = entry
        entries[entries.indexOf(entry)] =
          destinationParentId === ROOT ? rest : { ...rest, in: String(destinationParentId) }
      }
      const documents = moved.map(({ id }) => ({
        __typename: 'Document',
        id,
        parentId: destinationParentId,
      }))
      return { data: { move: { __typename: 'MovePayload', documents, reversible: true } } }
    }),
    PrincipalsLosingByMove: { data: { principalsLosingByMove: [] } },
    RenameDocument: by(({ documentId, name, expectedName }) => {
      const entry = known(documentId)
      if (!entry) return NOT_FOUND
      if (entry.name !== expectedName) {
        const said = `Someone else has just changed the name to "${entry.name}". Please check and try again.`
        return refused('CONFLICT', said)
      }
      const parent = entry.in ?? ROOT
      const isTaken = entries.some(
        (each) => each !== entry && (each.in ?? ROOT) === parent && each.name === name,
      )
      if (!isTaken) entries[entries.indexOf(entry)] = { ...entry, name: String(name) }
      return {
        data: {
          renameDocument: {
            __typename: 'RenameDocumentPayload',
            document: isTaken ? null : { __typename: 'Document', id: entry.id, name },
            error: isTaken ? 'An entry with this name already exists.' : null,
          },
        },
      }
    }),
  }
}
