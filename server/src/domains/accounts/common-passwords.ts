/**
 * Parts of long but common passwords: the words, names and key runs of the best known lists of leaked passwords. Hardly
 * any entry of those lists has 15 characters, so comparing whole passwords would refuse almost nothing without a second
 * factor: people reach the length by combining these parts.
 */
export const COMMON_PARTS: readonly string[] =
  `password passw0rd p@ssword p@ssw0rd passwort motdepasse contrasena kennwort pass qwerty qwertz azerty qwert asdfgh asdf
zxcvbn zxcv qazwsx wsxedc 1qaz 2wsx 3edc 4rfv letmein welcome login admin administrator root user guest test testing
tester master secret changeme change default temp temporary hello goodbye iloveyou loveyou love lovely baby babygirl
angel princess prince sunshine sunflower monkey dragon football baseball basketball soccer hockey tennis golf shadow
superman batman spiderman starwars star trustno1 trust whatever freedom flower summer winter spring autumn monday tuesday
wednesday thursday friday saturday sunday january february march april june july august september october november
december michael jennifer jessica ashley daniel andrew joshua matthew thomas robert charlie george harley ranger hunter
buster killer jordan pepper ginger cookie banana orange apple cheese chocolate coffee chicken pizza butterfly computer
internet windows microsoft google facebook samsung android linux ubuntu server database oracle cisco company office work
money dollar lucky happy smile forever friend friends family mother father sister brother junior silver golden gold
diamond purple yellow green black white blue pink red blink182 matrix pokemon naruto minecraft fortnite gaming game games
player yankees cowboys lakers arsenal chelsea liverpool barcelona realmadrid manchester london paris berlin america
canada mexico korea seoul china japan india access system manager service support security secure private public
mustang corvette ferrari mercedes toyota honda yamaha porsche maggie jasmine tigger tiger lion eagle eagles phoenix
wolf bear panther falcon snoopy mickey disney elephant dolphin unicorn rainbow heaven jesus christ blessed god abc123
abcd abcdef abcdefg alpha beta omega zaq12wsx zaq1 xsw2 cde3 pokemon nothing something anything somebody nobody unknown
password1 qwerty123 qwertyuiop asdfghjkl zxcvbnm 123qwe qwe123 1q2w3e4r 1q2w3e 1234 12345 123456 1234567 12345678
123456789 1234567890 0987654321 987654321 654321 54321 4321 123 321 111 222 333 444 555 666 777 888 999 000 123123 121212
112233 696969 131313 159753 147258 7777777 88888888 one two three four five six seven eight nine ten zero
2015 2016 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026 2027 1980 1985 1990 1995 2000 my the and is for you me i`
    .split(/\s+/)
    .sort((one, other) => other.length - one.length)
