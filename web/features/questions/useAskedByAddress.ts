import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { SEARCH_LENGTH } from '../../../shared/finding/search.ts'

/**
 * Drafts a question of the words that an address brings (FIND-17), once: they leave the address, so that neither going
 * back nor reading the page again drafts it a second time. Nothing is asked before the person presses Ask.
 * @param mayAsk words that an address brings to whoever may not ask are left out
 */
export function useAskedByAddress(mayAsk: boolean, draft: (words: string) => Promise<void>): void {
  const [address, setAddress] = useSearchParams()
  const words = address.get('ask')?.trim().slice(0, SEARCH_LENGTH.most) ?? null
  const done = useRef<string>(null)
  const take = useEffectEvent((asked: string) => {
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('ask')
        return next
      },
      { replace: true },
    )
    if (mayAsk && asked !== '') void draft(asked)
  })
  useEffect(() => {
    if (words === done.current) return
    done.current = words
    if (words !== null) take(words)
  }, [words])
}
