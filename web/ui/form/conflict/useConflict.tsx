import { type ReactNode, useCallback, useRef, useState } from 'react'
import { type FieldValues, get, type UseFormReturn } from 'react-hook-form'
import type { Named } from '../../../../shared/conflicts.ts'
import { MISSING } from '../../../../shared/format/number.ts'
import type { FormProblem } from '../problem.ts'
import { ConflictPanel, type Side } from './ConflictPanel.tsx'
import { type Merge, merge } from './merge.ts'

/** Said in place of saving while something is still to be chosen. */
const CHOOSE = 'Choose what to keep where you both changed something, then save.'

/** What stands by now, as the server says it. */
export interface Newer<Values, Revision> {
  readonly revision: Revision
  /** By the names of the form's fields; what is left out is as it was. */
  readonly values: Partial<Values>
  readonly by?: string | null | undefined
  readonly at?: Date | string | null | undefined
  /** What stands behind ids among the values. */
  readonly names?: readonly { readonly id: string; readonly name: string }[]
}

/** How the panel names a field and its values. */
export interface FieldWords {
  label: string
  /** A value that isn't read as it is. @param nameOf the name behind an id, where it is known */
  words?: (value: unknown, nameOf: (id: string) => string | undefined) => ReactNode
  /** Said of nothing: 'No groups'. */
  none?: string
  place?: { label: string; onShow: () => void }
}

export interface ConflictOptions<Values extends FieldValues, Revision> {
  form: UseFormReturn<Values>
  /** Of the record that the form was filled with. */
  revision: Revision
  /** By the path of a field, or a function of it. */
  fields: Readonly<Record<string, FieldWords | string>> | ((path: string) => FieldWords)
  /** What stands behind the ids that the form knows. */
  names?: readonly Named[]
  /** The panel stands elsewhere than above the form. */
  isPlaced?: boolean
}

/** What a form asks of it. */
export interface FormConflict {
  /** Why nothing can be saved yet, if something is still to be chosen. */
  refusal: () => FormProblem | undefined
  /** Puts the panel away, as after a save. */
  clear: () => void
  panel: ReactNode
  isPlaced: boolean
}

/** A form whose record others may save meanwhile. */
export interface Conflict<Values extends FieldValues, Revision> extends FormConflict {
  /** What a save has to know: that of the newest state which the person has seen. */
  revision: () => Revision
  /** After a save that leaves the form open. */
  saved: (revision: Revision) => void
  /**
   * Somebody was first: takes what only they changed into the form, and asks about the rest. What is typed stays.
   * @returns what `onSubmit` of the form returns then
   */
  mergeNewer: (newer: Newer<Values, Revision>) => FormProblem
  /** Overlaps that are still to be chosen. */
  open: readonly { path: string; theirs: ReactNode }[]
  by: string | null
  /** Names behind ids that the server has said. */
  names: readonly Named[]
}

interface MergeState {
  readonly overlaps: Merge<unknown>['overlaps']
  readonly merged: Merge<unknown>['merged']
  readonly by: string | null
  readonly at: Date | string | null
  readonly choices: ReadonlyMap<string, Side>
}

/**
 * The one way in which a form meets a newer state of its record: what two people changed is merged, and where both
 * changed the same, the person chooses before anything is saved. `<Form conflict>` shows it.
 */
export function useConflict<Values extends FieldValues, Revision>({
  form,
  revision,
  fields,
  names: own = [],
  isPlaced = false,
}: ConflictOptions<Values, Revision>): Conflict<Values, Revision> {
  const known = useRef(revision)
  const [state, setState] = useState<MergeState>()
  const [names, setNames] = useState<readonly Named[]>([])
  const saved = useCallback((newest: Revision) => {
    known.current = newest
  }, [])
  const put = (path: string, value: unknown) =>
    form.setValue(path as Parameters<typeof form.setValue>[0], structuredClone(value) as never, {
      shouldDirty: true,
      shouldValidate: true,
    })
  const fieldAt = (path: string): FieldWords => {
    const field = typeof fields === 'function' ? fields(path) : fields[path]
    return typeof field === 'object' ? field : { label: field ?? path }
  }
  const wordsOf = (path: string, value: unknown): ReactNode => {
    const nameOf = (id: string) => [...own, ...names].find((each) => each.id === id)?.name
    const { words, none = MISSING } = fieldAt(path)
    return words?.(value, nameOf) ?? (plainWords(value, nameOf) || none)
  }

  const mergeNewer = ({
    revision: newest,
    values,
    by = null,
    at = null,
    names: said = [],
  }: Newer<Values, Revision>) => {
    known.current = newest
    const base = form.control._defaultValues as unknown as Values
    const theirs = { ...structuredClone(base), ...values }
    const { values: all, overlaps, merged } = merge<Values>(base, form.getValues(), theirs)
    // What this person has and the newer state hasn't is unsaved.
    form.reset(theirs)
    for (const [name, value] of Object.entries(all)) put(name, value)
    setNames([...names, ...said])
    setState({ overlaps, merged, by, at, choices: new Map() })
    return {}
  }
  const choose = (paths: readonly string[], side: Side) => {
    if (!state) return
    const overlaps = state.overlaps.map((each) => {
      if (!paths.includes(each.path)) return each
      // What was typed since the panel came is mine as well.
      const mine = state.choices.get(each.path) === 'theirs' ? each.mine : get(form.getValues(), each.path)
      put(each.path, side === 'theirs' ? each.theirs : mine)
      return { ...each, mine }
    })
    setState({
      ...state,
      overlaps,
      choices: new Map([...state.choices, ...paths.map((path) => [path, side] as const)]),
    })
  }
  const open = state?.overlaps.filter(({ path }) => !state.choices.has(path)) ?? []
  return {
    revision: () => known.current,
    saved,
    mergeNewer,
    refusal: () => (open.length > 0 ? { message: CHOOSE } : undefined),
    clear: () => setState(undefined),
    open: open.map(({ path, theirs }) => ({ path, theirs: wordsOf(path, theirs) })),
    by: state?.by ?? null,
    names,
    isPlaced,
    panel: state && (
      <ConflictPanel
        by={state.by}
        at={state.at}
        overlaps={state.overlaps.map(({ path, mine, theirs }) => ({
          key: path,
          ...fieldAt(path),
          mine: wordsOf(path, mine),
          theirs: wordsOf(path, theirs),
          side: state.choices.get(path),
        }))}
        merged={state.merged.map(({ path, before, after }) => ({
          key: path,
          label: fieldAt(path).label,
          before: wordsOf(path, before),
          after: wordsOf(path, after),
        }))}
        onChoose={choose}
      />
    ),
  }
}

/** A value as people read it, where the field says nothing else; '' for nothing. */
function plainWords(value: unknown, nameOf: (id: string) => string | undefined): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) {
    const ids = value.map((entry) => (typeof entry === 'object' && entry !== null ? entry.id : entry))
    return ids.map((id) => nameOf(String(id)) ?? String(id)).join(', ')
  }
  const text = String(value ?? '')
  return nameOf(text) ?? text
}
