/** Contacts as sales teams keep them: names that many share, addresses of companies, and some entered twice. */

const FIRST_NAMES =
  `Aaron Abigail Adam Adrian Agnes Ahmed Aisha Alan Albert Alejandro Alex Alexander Alexandra Alice Alicia Alison Amanda Amber
  Amelia Amir Amy Ana Andrea Andreas Andrew Angela Anita Ann Anna Anne Annette Anthony Antonio April Arjun Arthur Ashley Astrid
  Audrey Barbara Beatrice Benjamin Bernard Beth Bianca Bill Bradley Brandon Brenda Brent Brian Bridget Bruce Bryan Caleb Cameron
  Camille Carla Carlos Carmen Carol Caroline Carolyn Casey Catherine Cecilia Chad Charles Charlotte Cheryl Chloe Christian
  Christina Christine Christopher Cindy Claire Clara Claudia Colin Connor Craig Crystal Curtis Cynthia Dale Daniel Daniela Danielle
  Darren David Dawn Deborah Denise Dennis Derek Diana Diane Diego Dominic Donald Donna Dorothy Douglas Duncan Dylan Edith Eduardo
  Edward Edwin Eileen Elaine Elena Elizabeth Ellen Emily Emma Eric Erica Erin Ernest Esther Ethan Eugene Eva Evelyn Fatima Felix
  Fernando Fiona Florence Frances Francesca Francis Frank Frederick Gabriel Gail Gareth Gary Gavin Geoffrey George Gerald Gina
  Giovanni Glenn Gloria Gordon Grace Graham Grant Gregory Gustavo Hannah Harold Harriet Harry Hassan Heather Hector Heidi Helen
  Henry Holly Howard Hugo Ian Ibrahim Ingrid Irene Isaac Isabel Ivan Jack Jacob Jacqueline Jaime James Jamie Jan Jane Janet Janice
  Jared Jason Javier Jean Jeffrey Jennifer Jeremy Jerome Jessica Jill Joan Joanna Joel John Jonathan Jordan Jorge Jose Joseph
  Joshua Joyce Juan Judith Julia Julian Julie Justin Karen Karl Katherine Kathleen Kathryn Katie Keith Kelly Kenneth Kerry Kevin
  Kimberly Kristen Kurt Kyle Lars Laura Lauren Lawrence Leah Lee Leo Leonard Leslie Lewis Liam Linda Lindsay Lisa Logan Lois Lorenzo
  Louis Louise Lucas Lucy Luis Luke Lydia Lynn Madeleine Malcolm Manuel Marc Marcus Margaret Maria Marie Marilyn Mario Mark Martha
  Martin Mary Mateo Matthew Maureen Max Megan Melanie Melissa Michael Michelle Miguel Miles Miriam Mohammed Molly Monica Morgan
  Nancy Naomi Natalie Nathan Neil Nicholas Nicole Nigel Nina Noah Nora Oliver Olivia Omar Oscar Owen Pamela Patricia Patrick Paul
  Paula Pedro Penelope Peter Philip Phyllis Priya Rachel Ralph Raymond Rebecca Ricardo Richard Robert Roberta Robin Roger Roland
  Ronald Rosa Rose Ross Roy Russell Ruth Ryan Sabrina Samantha Samuel Sandra Sara Scott Sean Sebastian Sergio Shane Sharon Sheila
  Shirley Simon Sofia Sonia Spencer Stacy Stanley Stefan Stella Stephanie Stephen Steven Stuart Susan Sylvia Tamara Tanya Tara
  Teresa Terence Theodore Thomas Tiffany Timothy Tina Todd Tracy Travis Trevor Tyler Ursula Valerie Vanessa Vera Veronica Victor
  Victoria Vincent Virginia Vivian Walter Wanda Warren Wayne Wendy Wesley William Xavier Yolanda Yusuf Yvonne Zachary Zoe`
    .trim()
    .split(/\s+/)

const LAST_NAMES =
  `Abbott Adams Aguilar Ahmed Alexander Allen Alvarez Anderson Andrews Armstrong Arnold Atkinson Austin Bailey Baker Ball Banks
  Barker Barnes Barnett Barrett Bates Becker Bell Bennett Bergman Berry Bishop Black Blair Bowen Boyd Bradley Brady Brennan Brewer
  Brooks Brown Bryant Burgess Burke Burns Burton Butler Byrne Caldwell Campbell Cannon Carlson Carpenter Carr Carroll Carter
  Castillo Castro Chambers Chandler Chang Chapman Chavez Chen Clark Clarke Cohen Cole Coleman Collins Conway Cook Cooper Cortez
  Costa Cox Craig Crawford Cruz Cunningham Curtis Dalton Daniels Davidson Davies Davis Dawson Day Delgado Diaz Dixon Doherty
  Donovan Douglas Doyle Duffy Duncan Dunn Edwards Elliott Ellis Eriksson Espinoza Evans Farrell Ferguson Fernandez Ferrari Fields
  Fischer Fisher Fitzgerald Fleming Fletcher Flores Flynn Forbes Ford Foster Fowler Fox Francis Franklin Fraser Freeman Fuller
  Gallagher Garcia Gardner Garrett George Gibbs Gibson Gilbert Gomez Gonzalez Goodman Goodwin Gordon Graham Grant Graves Gray Green
  Greene Griffin Griffiths Gross Gupta Gutierrez Guzman Hale Hall Hamilton Hansen Hanson Hardy Harper Harris Harrison Hart Harvey
  Hawkins Hayes Henderson Hernandez Herrera Hicks Higgins Hill Hoffman Holland Holmes Holt Hopkins Horton Howard Howell Hudson
  Hughes Hunt Hunter Hussain Ingram Jackson Jacobs James Jenkins Jennings Jensen Jimenez Johansson Johnson Johnston Jones Jordan
  Joseph Kaplan Kaur Keller Kelley Kelly Kennedy Khan Kim King Klein Knight Kowalski Kumar Lambert Lane Larsen Larson Lawrence
  Lawson Leblanc Lee Leonard Lewis Lindgren Little Lloyd Long Lopez Lowe Lucas Lynch Lyons MacDonald Mackenzie Maldonado Mann Marsh
  Marshall Martin Martinez Mason Matthews Maxwell May Mendez Mendoza Meyer Miles Miller Mills Mitchell Moore Morales Moran Moreno
  Morgan Morris Morrison Moss Mueller Murphy Murray Myers Nash Navarro Neal Nelson Newman Newton Nguyen Nichols Nielsen Norman
  Norris Novak Obrien Oconnor Oliver Olsen Olson Ortega Ortiz Osborne Owens Padilla Page Palmer Park Parker Parsons Patel Patterson
  Payne Pearson Pena Perez Perkins Perry Peters Petersen Peterson Phillips Pierce Porter Potter Powell Pratt Price Quinn Ramirez
  Ramos Ramsey Rao Ray Reed Rees Reeves Reid Reyes Reynolds Rhodes Richards Richardson Riley Rivera Robbins Roberts Robertson
  Robinson Rodriguez Rogers Romero Rosario Rose Rosen Ross Rossi Rowe Russell Ruiz Ryan Salazar Sanchez Sanders Sandoval Santiago
  Santos Saunders Schmidt Schneider Schroeder Schultz Schwartz Scott Sharma Shaw Shelton Sherman Silva Simmons Simpson Sims Singh
  Smith Snyder Solomon Soto Spencer Stanley Steele Stephens Stevens Stevenson Stewart Stone Strickland Sullivan Sutton Swanson
  Tanaka Tate Taylor Terry Thomas Thompson Thornton Todd Torres Townsend Tran Tucker Turner Tyler Underwood Valdez Vargas Vasquez
  Vaughn Vega Wade Wagner Walker Wallace Walsh Walters Walton Wang Ward Warner Warren Watkins Watson Watts Weaver Webb Weber Weiss
  Welch Wells West Wheeler White Wilkins Wilkinson Williams Williamson Willis Wilson Wolfe Wong Wood Woods Wright Wu Yamamoto Yang
  Yates Young Zhang Zimmerman`
    .trim()
    .split(/\s+/)

const COMPANY_WORDS = [
  'Amber Apex Atlas Aurora Beacon Bluestone Bright Canyon Cascade Cedar Coastal Copper Crescent Delta Eastern Falcon Granite Harbor Heritage Horizon Iron Juniper Keystone Lakeside Liberty Meridian Mesa Northern Oak Orion Pacific Pioneer Prairie Redwood Ridge River Silver Southern Summit Tidewater Union Valley Vista Western'.split(
    ' ',
  ),
  'Advisors Bank Builders Capital Construction Consulting Development Energy Engineering Holdings Infrastructure Insurance Land Law Operations Partners Power Renewables Resources Solar Storage Surveying Utilities Wind'.split(
    ' ',
  ),
  'Inc. LLC Group Ltd. Corp. LP'.split(' '),
] as const

/** A row: name, e-mail, phone, company. */
export type Contact = readonly [name: string, email: string, phone: string, company: string]

export interface Contacts {
  rows: readonly Contact[]
  /** Places in `rows` of those who stand there twice, the second time with a typo and another e-mail, without a phone. */
  misspelt: readonly (readonly [original: number, copy: number])[]
}

/** The same figures in each run (mulberry32). @returns a function: a whole number below its argument */
function generator(): (below: number) => number {
  let state = 7
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const spread = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((spread ^ (spread >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

/** One letter left out, doubled, swapped with the next, or another one; never the first of the text. */
function withTypo(text: string, draw: (below: number) => number): string {
  const letters = [...text]
  const inside = [...letters.keys()].filter(
    (at) => at > 0 && at < letters.length - 1 && !letters.slice(at - 1, at + 2).includes(' '),
  )
  const at = inside[draw(inside.length)] ?? 1
  const [letter = '', next = ''] = letters.slice(at, at + 2)
  const replaced = [
    ['', next],
    [letter, letter + next],
    [next, letter],
    ['abcdefghiklmnoprstuvwy'[draw(22)] ?? '', next],
  ][draw(4)]
  letters.splice(at, 2, ...(replaced ?? []))
  return letters.join('')
}

/** So many contacts of as many companies as have fifteen each: 2 % stand there twice with a typo, 3 % with the same e-mail or phone. */
export function contactsOf(count: number): Contacts {
  const draw = generator()
  const pick = (from: readonly string[]): string => from[draw(from.length)] ?? ''
  const companies = Array.from({ length: Math.ceil(count / 15) }, (_, at) => {
    const [places, trades, forms] = COMPANY_WORDS
    return `${pick(LAST_NAMES)} ${places[at % places.length]} ${pick(trades)} ${pick(forms)}`
  })
  const rows: Contact[] = []
  const misspelt: [number, number][] = []
  while (rows.length < count) {
    const at = rows.length
    const kind = at < 100 ? 99 : draw(100)
    const earlier = draw(Math.max(1, at))
    const [name, email, phone, company] = rows[earlier] ?? ['', '', '', '']
    const own = `contact${at}@fund.example`
    if (kind < 2) {
      misspelt.push([earlier, at])
      rows.push([withTypo(name, draw), own, '', company])
    } else if (kind < 4) rows.push([name, email, '', ''])
    else if (kind < 5 && phone !== '')
      rows.push([`${pick(FIRST_NAMES)} ${pick(LAST_NAMES)}`, own, phone, company])
    else
      rows.push([
        `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)}`,
        own,
        draw(3) === 0
          ? ''
          : `+1 ${201 + draw(780)} ${200 + draw(800)} ${String(10_000 + draw(10_000)).slice(1)}`,
        pick(companies),
      ])
  }
  return { rows, misspelt }
}
