import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Nothing is laid out here: has the page as high as told, and everything in it scroll with the window. */
export function layOut(height: number) {
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(height)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -window.scrollY, 1440, 42),
  )
}

/** Scrolls the page as a person would. */
export const scrollPage = (top: number) =>
  act(() => {
    window.scrollTo(0, top)
    window.dispatchEvent(new Event('scroll'))
  })
