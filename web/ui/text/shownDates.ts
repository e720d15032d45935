import { useSyncExternalStore } from 'react'
import { zoneName } from '../../../shared/format/time.ts'

/** Where the browser keeps that a person would rather see dates than how long ago something was. */
const KEPT_AS = 'times.asDates'

const listeners = new Set<() => void>()
let chosen = readChosen()
let printing = false

function readChosen(): boolean {
  try {
    return localStorage.getItem(KEPT_AS) !== null
  } catch {
    return false
  }
}

function tell() {
  for (const listener of listeners) listener()
}

const onPrint = (begins: boolean) => () => {
  printing = begins
  tell()
}
const beforePrint = onPrint(true)
const afterPrint = onPrint(false)
const onStored = ({ key }: StorageEvent) => {
  if (key !== KEPT_AS) return
  chosen = readChosen()
  tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    window.addEventListener('beforeprint', beforePrint)
    window.addEventListener('afterprint', afterPrint)
    window.addEventListener('storage', onStored)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('beforeprint', beforePrint)
    window.removeEventListener('afterprint', afterPrint)
    window.removeEventListener('storage', onStored)
  }
}

/** Whether moments show as dates: by the person's choice, and on paper, where no tooltip tells them. */
export const useShowsDates = (): boolean => useSyncExternalStore(subscribe, () => chosen || printing)

/** Chooses between dates and how long ago, for all pages and tabs of this browser. */
export function showDates(asDates: boolean): void {
  chosen = asDates
  try {
    if (asDates) localStorage.setItem(KEPT_AS, '1')
    else localStorage.removeItem(KEPT_AS)
  } catch {
    // Then it holds until the page is loaded again.
  }
  tell()
}

/** The zone of the dates that show in place of how long ago; undefined while none do. */
export const useShownZone = (): string | undefined => {
  const asDates = useShowsDates()
  return asDates ? zoneName(Date.now()) : undefined
}
