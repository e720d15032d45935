import { useState } from 'react'
import { useLocation } from 'react-router'
import { viewOf } from './address.ts'
import { searchOf } from './term.ts'

/** What an address says of where one is: its folder, view and search, without the row that it points at. */
function useWhere(): string {
  const { pathname, search } = useLocation()
  const address = new URLSearchParams(search)
  const { text, everywhere } = searchOf(address)
  return JSON.stringify([pathname, viewOf(address), text, everywhere])
}

/**
 * A state that belongs to one folder, view and search: with any change of these it is what it was at first
 * (DOP-17).
 */
export function useStaged<Value>(initial: Value): [Value, (value: Value) => void] {
  const where = useWhere()
  const [staged, setStaged] = useState({ where, value: initial })
  const isHere = staged.where === where
  if (!isHere) setStaged({ where, value: initial })
  return [isHere ? staged.value : initial, (value) => setStaged({ where, value })]
}
