/** Digits with commas every three of the whole part (FMT-31); anything that is no plain number stays as it is. */
export function withThousands(value: string): string {
  const parts = /^(-?)(\d+)(\.\d*)?$/.exec(value)
  if (parts === null) return value
  return `${parts[1]}${(parts[2] ?? '').replace(/\B(?=(\d{3})+$)/g, ',')}${parts[3] ?? ''}`
}
