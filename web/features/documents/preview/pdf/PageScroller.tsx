import { styled } from '../../../../ui/theme/styled.tsx'

/** What pages under each other are scrolled in. */
export const PageScroller = styled('div')({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  // The bars of the window must not change the width that pages are fitted to.
  scrollbarGutter: 'stable',
  // Where two fingers zoom the pages, they don't zoom the whole page of the browser.
  '&[data-own-pinch]': { touchAction: 'pan-x pan-y' },
  '&:focus-visible': { outlineOffset: -2 },
})

/** As large as all of the pages, those that are not there included. */
export const PageSheet = styled('div')({ position: 'relative', minWidth: '100%' })

/** Of the view's height, what stays above a place that is scrolled to. */
export const ABOVE_PLACE = 0.3
