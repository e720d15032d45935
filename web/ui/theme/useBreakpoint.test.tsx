// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setViewport } from '../testing/render.tsx'
import { useBreakpoint } from './useBreakpoint.ts'

test.each([
  ['xs', 501],
  ['sm', 576],
  ['md', 768],
  ['lg', 992],
  ['xl', 1200],
] as const)('FMT-21 breakpoint %s holds from %d px', (name, width) => {
  setViewport(width - 1, 800)
  const { result } = renderHook(() => useBreakpoint(name))
  expect(result.current).toBe(false)
  act(() => setViewport(width, 800))
  expect(result.current).toBe(true)
})
