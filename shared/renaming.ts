/** How chosen entries get other names; what is left out changes nothing. */
export interface RenameRule {
  /** Each occurrence, as it is written. */
  readonly find?: string | null | undefined
  readonly replace?: string | null | undefined
  readonly before?: string | null | undefined
  /** Behind the name, and before a file's ending. */
  readonly after?: string | null | undefined
  /** Numbers them in their order from here, behind all that and before the ending. */
  readonly startNumber?: number | null | undefined
}

/** What looks like the ending of a file's name: letters and figures after the last dot. */
const ENDING = /^.+(\.[A-Za-z0-9]{1,10})$/

/**
 * The new names of entries, in their order; a file keeps its ending. Blank where nothing of a name is left. Numbers have
 * as many digits as the last of them.
 */
export function renamed(
  entries: readonly { readonly name: string; readonly isFolder: boolean }[],
  rule: RenameRule,
): string[] {
  const { find, replace, before, after, startNumber } = rule
  const last = (startNumber ?? 0) + entries.length - 1
  return entries.map(({ name, isFolder }, index) => {
    const ending = isFolder ? '' : (ENDING.exec(name)?.[1] ?? '')
    const stem = name.slice(0, name.length - ending.length)
    const replaced = find ? stem.replaceAll(find, () => replace ?? '') : stem
    const number =
      startNumber == null ? '' : ` ${String(startNumber + index).padStart(String(last).length, '0')}`
    const all = `${before ?? ''}${replaced}${after ?? ''}${number}`.trim()
    return all === '' ? '' : `${all}${ending}`
  })
}
