import type { Room } from './room.ts'

/** An area of a redaction that a test asks for: words that stand in the first lines of a page of `pdfWith`. */
export interface RedactedWords {
  page?: number
  words: string
}

/**
 * Has words removed of a file's current version by whoever may redact it; the areas are with a reason, "Price".
 * @returns the redaction's id @throws where it is not applied
 */
export async function redactWords(
  room: Room,
  documentId: string,
  words: readonly RedactedWords[],
  runJobs: () => Promise<void>,
): Promise<string> {
  const { redaction } = await room.call<{ redaction: { id: string; revision: number } | null }>(
    `mutation($treeId: ID!, $id: ID!, $marks: [RedactionMarkInput!]!) {
      saveRedactionDraft(treeId: $treeId, documentId: $id, marks: $marks) { redaction { id revision } errors { message } } }`,
    {
      id: documentId,
      marks: words.map(({ page = 1, words: text }) => ({
        page,
        boxes: [{ x: 50, y: 50, width: 500, height: 60 }],
        kind: 'WORDS',
        words: text,
        reason: 'Price',
      })),
    },
  )
  if (!redaction) throw new Error('No draft was saved.')
  await room.call(
    `mutation($treeId: ID!, $redactions: [RedactionRefInput!]!) {
      applyRedactions(treeId: $treeId, redactions: $redactions) { redactions { id } } }`,
    { redactions: [redaction] },
  )
  await runJobs()
  const found = await room.call<{ id: string; state: string; failure: string | null }[]>(
    'query($treeId: ID!, $id: ID!) { redactions(treeId: $treeId, documentId: $id) { id state failure } }',
    { id: documentId },
  )
  const made = found.find(({ id }) => id === redaction.id)
  if (made?.state !== 'APPLIED') throw new Error(`It is ${made?.state}: ${made?.failure}`)
  return redaction.id
}

/** What a principal is given of a document, set by whoever edits permissions. */
export const giveContent = (
  room: Room,
  documentId: string,
  principalId: string,
  given: { level?: string; rendition?: 'FULL' | 'REDACTED' },
): Promise<{ changeId: string | null }> =>
  room.call(
    `mutation($treeId: ID!, $ids: [ID!]!, $changes: [LevelChangeInput!]!) {
      setDocumentLevels(treeId: $treeId, documentIds: $ids, changes: $changes) { changeId } }`,
    { ids: [documentId], changes: [{ principalId, ...given }] },
  )
