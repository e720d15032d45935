import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { effectiveTerm, SEARCH_DELAY } from '../SearchField.tsx'

/**
 * The text of a search field whose term stands in the address: 300 ms behind the typing, and not at all below 3
 * characters (FMT-19, FMT-20). `write` puts a term there; where the address comes to say something else, so does the field.
 */
export function useAddressText(inAddress: string, write: (term: string) => void) {
  const [text, setText] = useState(inAddress)
  const known = useRef(inAddress)
  const latest = useRef(write)
  latest.current = write
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  // Another page is on its way already: to write into the address would call it off.
  const isLeaving = next !== undefined && next.pathname !== pathname
  useEffect(() => {
    // One went back or forth: the field says what is searched for now.
    if (inAddress === known.current) return
    known.current = inAddress
    setText(inAddress)
  }, [inAddress])
  useEffect(() => {
    const term = effectiveTerm(text)
    if (isLeaving || term === effectiveTerm(known.current)) return
    const timer = setTimeout(() => {
      known.current = term
      latest.current(term)
    }, SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [text, isLeaving])
  return { text, setText }
}
