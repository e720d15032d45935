import { useCallback, useRef, useState } from 'react'
import { get, useFormState as useFormsState } from 'react-hook-form'

/** What is to be said of a section at its tab. */
export interface SectionMarks {
  /** Fields with an error. */
  readonly errors: number
  /** Fields that were changed and not sent. */
  readonly changed: number
}

const NONE: SectionMarks = { errors: 0, changed: 0 }

/** The fields of each section, told by the fields themselves, and what is to be said of them. */
export function useFaults(keys: readonly string[]) {
  const fields = useRef(new Map<string, Map<string, number>>())
  // The fields come after the first rendering.
  const [, setCount] = useState(0)
  const { errors, dirtyFields, submitCount, isSubmitting, isDirty } = useFormsState()

  const enter = useCallback((section: string, name: string) => {
    const names = fields.current.get(section) ?? new Map<string, number>()
    fields.current.set(section, names)
    names.set(name, (names.get(name) ?? 0) + 1)
    setCount((count) => count + 1)
    return () => {
      const left = (names.get(name) ?? 1) - 1
      if (left > 0) names.set(name, left)
      else names.delete(name)
    }
  }, [])
  const marksOf = (section: string): SectionMarks => {
    const names = [...(fields.current.get(section)?.keys() ?? [])]
    if (names.length === 0) return NONE
    const isWrong = (name: string) => isFault(get(errors, name))
    // Of a list that lost a row, no field may tell it.
    const isList = (name: string) => names.some((other) => other.startsWith(`${name}.`))
    const own = (name: string) => anyTrue(get(dirtyFields, name))
    const changed = names.filter(
      (name) =>
        own(name) && !(isList(name) && names.some((other) => other.startsWith(`${name}.`) && own(other))),
    )
    return { errors: names.filter(isWrong).length, changed: changed.length }
  }
  const marks = new Map(keys.map((key) => [key, marksOf(key)]))
  return { marks, enter, submitCount, isSubmitting, isDirty }
}

/** An error of a field, or of a list as a whole: errors of the list's fields are theirs. */
const isFault = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (Array.isArray(error) ? 'root' in error : 'type' in error)

function anyTrue(dirty: unknown): boolean {
  if (dirty === true) return true
  return typeof dirty === 'object' && dirty !== null && Object.values(dirty).some(anyTrue)
}
