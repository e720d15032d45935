import { useEffect, useState } from 'react'

/** An entry that the keyboard rests on for this long, in ms, is chosen. */
const REST = 200

/** Tells when the keyboard has come to rest on an entry that it walked to. */
export function useRest() {
  const [rest] = useState(() => {
    let walking = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const cancel = () => {
      walking = false
      clearTimeout(timer)
    }
    return {
      /** The next entry that gets the focus gets it by the keyboard. */
      walk: () => {
        walking = true
      },
      arrived: (then: () => void) => {
        clearTimeout(timer)
        if (walking) timer = setTimeout(then, REST)
        walking = false
      },
      cancel,
    }
  })
  useEffect(() => rest.cancel, [rest])
  return rest
}
