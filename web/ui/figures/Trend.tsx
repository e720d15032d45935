import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { styled } from '../theme/styled.tsx'

/** How far a figure is from another one. */
export interface TrendWords {
  readonly direction: 'up' | 'down'
  /** '3.2%' */
  readonly text: string
  /** Green, otherwise red. */
  readonly good: boolean
  /** '3.2 % above forecast, favourable' */
  readonly spoken: string
}

const Words = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 2,
  ...theme.typography.caption,
  fontWeight: 600,
  letterSpacing: 0,
  color: theme.vars.palette.danger.text,
  '&[data-good]': { color: theme.vars.palette.success.text },
  '& > svg': { alignSelf: 'center' },
}))

/** An arrow and how far, coloured by whether that is good. */
export const Trend = ({ direction, text, good, spoken }: TrendWords) => (
  <Words data-good={good ? '' : undefined}>
    {direction === 'up' ? <IconArrowUp size={13} /> : <IconArrowDown size={13} />}
    <span aria-hidden="true">{text}</span>
    <VisuallyHidden>{spoken}</VisuallyHidden>
  </Words>
)
