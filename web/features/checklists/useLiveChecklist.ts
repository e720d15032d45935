import { useEffect, useRef, useState } from 'react'
import type { Drafts } from './drafts.ts'
import { type OpenChecklist, useChecklist } from './useChecklist.ts'
import { type Comments, useComments } from './useComments.ts'

/** Milliseconds after which the matrix is read, though its socket is not open yet. */
const WAIT_FOR_SOCKET_MS = 400

/** A checklist with its comments, both as they change. It is read once its socket is open: what changes between the two would be missed. */
export function useLiveChecklist(
  portfolioId: string,
  checklistId: string,
  drafts: Drafts,
): { open: OpenChecklist; comments: Comments } {
  const followed = useRef<OpenChecklist>(null)
  const comments = useComments({ portfolioId, checklistId, drafts, open: followed })
  const [isReady, setReady] = useState(false)
  if (!isReady && comments.state !== 'connecting') setReady(true)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), WAIT_FOR_SOCKET_MS)
    return () => clearTimeout(timer)
  }, [])
  const open = useChecklist(portfolioId, checklistId, isReady)
  useEffect(() => {
    followed.current = open
  })
  return { open, comments }
}
