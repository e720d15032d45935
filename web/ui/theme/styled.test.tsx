import Tab from '@mui/material/Button'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppProviders } from '../AppProviders.tsx'
import { styled } from './styled.tsx'
import { theme } from './theme.ts'

const show = (element: React.ReactElement) => render(<AppProviders>{element}</AppProviders>)
const lookOf = (text: string) => getComputedStyle(screen.getByText(text))

const Box = styled('div')(({ theme }) => ({ color: theme.vars.palette.ink, padding: 4, margin: 2 }))
const Wide = styled(Box)({ padding: 12 })

test('an element has its look, and one that builds upon another has both in a single class', () => {
  show(
    <>
      <Box>base</Box>
      <Wide>wide</Wide>
    </>,
  )
  expect(lookOf('base').padding).toBe('4px')
  expect(lookOf('wide').padding).toBe('12px')
  expect(lookOf('wide').margin).toBe('2px')
  expect(screen.getByText('wide').classList).toHaveLength(1)
})

test('a look is worked out once, however often it is rendered', () => {
  let asked = 0
  const Counted = styled('p')(() => {
    asked += 1
    return { padding: 3 }
  })
  const { rerender } = show(<Counted>once</Counted>)
  rerender(
    <AppProviders>
      <Counted>once</Counted>
      <Counted>twice</Counted>
    </AppProviders>,
  )
  expect(lookOf('twice').padding).toBe('3px')
  expect(asked).toBe(1)
})

test('over its own look hold a class that comes from outside and what one place adds', () => {
  const Outer = styled(Box)({ padding: 20 })
  const { container } = show(<Outer>outer</Outer>)
  const handed = container.ownerDocument.querySelector('[class]')?.className
  expect(handed).toBeDefined()
  show(
    <>
      <Wide className={screen.getByText('outer').className}>handed</Wide>
      <Wide className="plain">named</Wide>
      <Wide sx={{ padding: '7px' }}>placed</Wide>
    </>,
  )
  expect(lookOf('handed').padding).toBe('20px')
  expect(screen.getByText('named').classList.contains('plain')).toBe(true)
  expect(lookOf('named').padding).toBe('12px')
  expect(lookOf('placed').padding).toBe('7px')
  expect(lookOf('placed').margin).toBe('2px')
})

test('the look of a library’s component gives way, and it may be another element', () => {
  const Small = styled(Tab)({ padding: '1px' })
  show(
    <>
      <Small>button</Small>
      <Box as="section" {...{ ownerState: { of: 'the library' } }}>
        section
      </Box>
    </>,
  )
  expect(lookOf('button').padding).toBe('1px')
  const section = screen.getByText('section')
  expect(section.tagName).toBe('SECTION')
  expect(section.getAttributeNames()).toEqual(['class'])
  expect(theme.vars.palette.ink).toContain('--hr-palette-ink')
})
