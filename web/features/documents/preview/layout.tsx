import { styled } from '../../../ui/theme/styled.tsx'

/** A preview, and what is read beside it. */
export const Beside = styled('div')({ display: 'flex', flex: 1, minHeight: 0 })

/** What is shown, over the height that is left. */
export const Shown = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minWidth: 0,
  minHeight: 0,
})

/** What stands in place of a preview. */
export const InPlace = styled('div')({ flex: 1, overflow: 'auto', padding: 24 })
