import type { KeyboardEvent } from 'react'

/**
 * Whether a key belongs to a text that an input method composes, such as Japanese: there Enter takes a word, and Escape
 * drops it. Some browsers end the composition before they say the key, which then has the code 229.
 */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229
