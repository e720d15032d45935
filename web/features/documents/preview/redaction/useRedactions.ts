import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { useReading } from '../../../../graphql/useReading.ts'
import { usePlace } from '../../place/place.ts'
import { RedactionsDocument, type RedactionsQuery } from './operations.generated.ts'

export type Redaction = RedactionsQuery['redactions'][number]

/** Milliseconds after which one that is being applied is asked for again. */
const EVERY_MS = 2_000

/** Redactions of a file's version, with all of their areas: what is worked on, and what is applied. */
export function useRedactions(documentId: string, version: number) {
  const client = useApolloClient()
  const { tree } = usePlace()
  const [isApplying, setApplying] = useState(false)
  const reading = useReading(
    RedactionsDocument,
    { treeId: tree.id, documentId, offset: 0 },
    { fetchPolicy: 'no-cache', every: isApplying ? EVERY_MS : undefined },
  )
  const found = reading.data?.redactions.filter((each) => each.version === version)
  const open = found?.find(({ state }) => state !== 'APPLIED' && state !== 'UNDONE')
  const applied = found?.find(({ state }) => state === 'APPLIED')
  useEffect(() => setApplying(open?.state === 'APPLYING'), [open?.state])
  // Areas come in pages.
  const shown = open ?? applied
  const [rest, setRest] = useState<{ of: string; marks: Redaction['marks'] } | null>(null)
  const of = shown && `${shown.id} ${shown.revision}`
  const { markCount = 0, marks: { length: given } = [] } = shown ?? {}
  const id = shown?.id
  useEffect(() => {
    if (of === undefined || given >= markCount) return
    const left = new AbortController()
    const load = async () => {
      const marks: Redaction['marks'] = []
      while (given + marks.length < markCount) {
        const { data } = await client.query({
          query: RedactionsDocument,
          variables: { treeId: tree.id, documentId, offset: given + marks.length },
          fetchPolicy: 'no-cache',
        })
        const more = data?.redactions.find((each) => each.id === id)?.marks ?? []
        if (left.signal.aborted || more.length === 0) return
        marks.push(...more)
      }
      setRest({ of, marks })
    }
    load().catch(() => {})
    return () => left.abort()
  }, [client, tree.id, documentId, of, id, given, markCount])
  const isWhole = given >= markCount || rest?.of === of
  return {
    reading,
    open,
    applied,
    /** Areas of what is worked on, else of what is applied; undefined until all of them are there. */
    areas:
      found && isWhole ? [...(shown?.marks ?? []), ...(rest && rest.of === of ? rest.marks : [])] : undefined,
  }
}
