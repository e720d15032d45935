import { type Answers, by, refused } from '../../../testing/renderAt.tsx'
import { type Entry, ROOT } from './room.ts'

const NOT_FOUND = refused('NOT_FOUND', 'Document not found.')

/** Scripted answers that change the entries of a scripted room as the real server would. */
export function operationsOn(entries: Entry[]): Answers {
  const known = (id: unknown) => entries.find((entry) => entry.id === id)
  const withAllBelow = (entry: Entry): Entry[] => [
    entry,
    ...entries.filter((each) => each.in === entry.id).flatMap(withAllBelow),
  ]
  const taken = (ids: unknown): Entry[] | null => {
    const named = (ids as string[]).map(known)
    return named.includes(undefined) ? null : named.flatMap((entry) => (entry ? withAllBelow(entry) : []))
  }
  const ancestorsOf = (entry: Entry): { __typename: string; id: string; name: string }[] => {
    const parent = known(entry.in)
    return parent
      ? [...ancestorsOf(parent), { __typename: 'Document', id: parent.id, name: parent.name }]
      : [{ __typename: 'Document', id: ROOT, name: 'Documents' }]
  }
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
        parentId: entry.in ?? ROOT,
        permissions: [],
        ancestors: ancestorsOf(entry),
      }))
      return { data: { searchCount: Math.min(1000, all.length), search: hits } }
    }),
    RemoveDocumentsDryRun: by(({ documentIds, limit, offset }) => {
      const gone = taken(documentIds)
      if (!gone) return NOT_FOUND
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
    RemoveDocuments: by(({ documentIds }) => {
      const gone = taken(documentIds)
      if (!gone) return NOT_FOUND
      for (const entry of gone) entries.splice(entries.indexOf(entry), 1)
      const payload = { __typename: 'RemoveDocumentsPayload', deletedIds: documentIds }
      return { data: { removeDocuments: payload } }
    }),
    RenameDocument: by(({ documentId, name }) => {
      const entry = known(documentId)
      if (!entry) return NOT_FOUND
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
