// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useUnsaved } from './useUnsaved.ts'

function Typed({ unsaved }: { unsaved: boolean }) {
  useUnsaved(unsaved)
  return null
}

const leaves = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return !event.defaultPrevented
}

test('the browser asks as soon as something is typed, also before the guard of the page is loaded', () => {
  const { rerender, unmount } = render(<Typed unsaved={false} />)
  expect(leaves()).toBe(true)
  rerender(<Typed unsaved />)
  expect(leaves()).toBe(false)
  unmount()
  expect(leaves()).toBe(true)
})
