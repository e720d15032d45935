import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useOnTheWay } from '../navigation/useOnTheWay.ts'
import { useLatest } from '../text/useLatest.ts'
import { effectiveTerm, SEARCH_DELAY } from './SearchField.tsx'

/**
 * The text of a search field whose term stands in the address: 300 ms behind the typing, and not at all below 3
 * characters (FMT-19, FMT-20). `write` puts a term there; where the address comes to say something else, so does the field.
 */
export function useAddressText(inAddress: string, write: (term: string) => void) {
  const [text, setText] = useState(inAddress)
  const known = useRef(inAddress)
  const isOnTheWay = useOnTheWay()
  const latest = useLatest({ write, isOnTheWay })
  const { key } = useLocation()
  const { state } = useNavigation()
  useEffect(() => {
    // One went back or forth: the field says what is searched for now.
    if (inAddress === known.current) return
    known.current = inAddress
    setText(inAddress)
  }, [inAddress])
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again where the way elsewhere has ended here
  useEffect(() => {
    const term = effectiveTerm(text)
    if (term === effectiveTerm(known.current)) return
    const timer = setTimeout(() => {
      const { write, isOnTheWay } = latest.current
      // To write into the address would call off the way to another page.
      if (isOnTheWay()) return
      known.current = term
      write(term)
    }, SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [text, key, state])
  return { text, setText }
}
