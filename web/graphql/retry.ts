/** The action of a Try again button: asks once more; what fails again shows through the query itself. */
export const retry = (refetch: () => Promise<unknown>) => () => {
  refetch().catch(() => {})
}
