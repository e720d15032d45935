/*
 * A single-stroke alphabet as plotters have, on a grid 4 wide and 6 high. Pictures are rasterised on machines that
 * may have no font at all; strokes look the same everywhere.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '06 20 46|14 34',
  B: '00 06 36 45 44 33 03|00 30 41 42 33',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 44 42 20 00',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06|40 46|03 43',
  I: '10 30|20 26|16 36',
  J: '40 45 36 16 05',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  P: '06 00 30 41 42 33 03',
  Q: '10 30 41 45 36 16 05 01 10|24 46',
  R: '06 00 30 41 42 33 03|23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 23 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  Z: '00 40 06 46',
  0: '10 30 41 45 36 16 05 01 10|41 05',
  1: '11 20 26|16 36',
  2: '01 10 30 41 42 06 46',
  3: '01 10 30 41 42 33 13|33 44 45 36 16 05',
  4: '36 30 04 44',
  5: '40 00 03 33 44 45 36 16 05',
  6: '40 20 02 05 16 36 45 44 33 03',
  7: '00 40 16',
  8: '13 33 42 41 30 10 01 02 13 04 05 16 36 45 44 33',
  9: '43 13 02 01 10 30 41 44 26 06',
  '.': '25 26',
  ',': '25 16',
  '-': '13 33',
  '/': '06 40',
  '+': '22 24|13 33',
  ':': '21 22|24 25',
  "'": '20 21',
}

/** Width of a line of lettering whose capitals are `size` high. */
export const letteringWidth = (words: string, size: number): number => (words.length * 5.4 - 1.4) * (size / 6)

/** A line of lettering as an SVG path's data; (x, y) is its upper left corner. Lower case is drawn as capitals. */
export const lettering = (words: string, x: number, y: number, size: number): string => {
  const unit = size / 6
  return [...words.toUpperCase()]
    .flatMap((letter, index) =>
      (GLYPHS[letter] ?? '').split('|').map((stroke) =>
        stroke
          .split(' ')
          .filter((point) => point !== '')
          .map((point, at) => {
            const left = x + (index * 5.4 + Number(point[0])) * unit
            const top = y + Number(point[1]) * unit
            return `${at === 0 ? 'M' : 'L'}${left.toFixed(1)} ${top.toFixed(1)}`
          })
          .join(''),
      ),
    )
    .join('')
}
