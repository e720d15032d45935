/** A version that can be compared with others. */
export interface ComparedVersion {
  readonly id: string
  readonly number: number
  readonly createdAt: string
  readonly isCurrent: boolean
}
