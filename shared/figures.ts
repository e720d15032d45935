/** Figures beyond it are refused, so that sums and means of them stay figures. */
export const MAX_FIGURE = 1e15

/** Said of a figure of which the database could not take the square. */
export const TOO_FINE = 'Please use at most 9 decimals.'

/** Whether a figure is so near to 0 that a product of two of them is none any more. */
export const isTooFine = (value: number): boolean => value !== 0 && Math.abs(value) < 1e-9
