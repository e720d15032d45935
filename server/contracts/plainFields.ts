import type { Context } from './context.ts'

/**
 * Fields of an object type that hold one value and take no arguments. They are read row by row in one loop, where the
 * rows are given: to resolve each of them by itself took longer than all else that a page of a folder does.
 */
export interface PlainFields {
  readonly type: string
  readonly names: readonly string[]
  /**
   * Reads for all rows together what their fields need.
   * @param names of the plain fields and of all others of the type that the request asks for
   * @param rows as the type's resolvers get them
   */
  readAhead(context: Context, names: ReadonlySet<string>, rows: readonly unknown[]): Promise<void> | undefined
}
