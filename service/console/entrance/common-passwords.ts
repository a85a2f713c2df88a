/**
 * Common passwords that are long enough, with or without trailing digits. Passphrases of several words are not listed.
 */
export const COMMON: ReadonlySet<string> = new Set(
  `
  password passwort motdepasse contrasena wachtwoord senha parola passwords passwordpassword password1password
  mypassword newpassword yourpassword thepassword changeme changemenow pleasechangeme changethis secret topsecret
  secretpassword mysecret letmein letmeinnow letmeinplease welcome welcomehome welcomeback iloveyou iloveyousomuch
  iloveyouforever ilovemyself ilovemymom loveyouforever administrator administrador admin adminadmin rootroot
  rootpassword testtest testtesttest testpassword testing testuser tester demodemo guestguest guestpassword
  temporary temppassword default defaultpassword computer internet football baseball basketball superman batman
  spiderman starwars startrek pokemon dragonball princess sunshine michael jennifer jonathan christopher elizabeth
  alexander charlotte liverpool manchester barcelona realmadrid chelsea arsenal juventus dragon monkey master
  masterpassword shadow ashley mustang harley trustno1 whatever nothing qwerty qwertyqwerty qwertyuiop qwertzuiop
  azertyuiop asdfghjkl asdfasdf asdfasdfasdf zxcvbnm zxcvbnmzxcvbnm q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 1q2w3e4r
  1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 qazwsxedc qazwsxedcrfv qweasdzxc
  qwer1234 qwerty1234 qwerty12345 qwerty123456 1234qwer 12345qwert 123456qwerty 123qweasd 123qweasdzxc abcd1234
  abc123abc123 abcdef123456 a1b2c3d4 a1b2c3d4e5 aa12345678 a123456789 123456789a 1234567890a 123456789q
  0123456789 1234567890 12345678910 123456789123 1234512345 1123581321 3141592653 31415926535 2718281828 0987654321
  9876543210 1029384756 1357924680 2468013579 0147258369 1472583690 7894561230 789456123 1231231231 1212121212
  1122334455 11223344556677 112233445566 1111122222 5555555555 0000000000 blink182 p@ssw0rd p@ssword passw0rd
  passw0rd1 p@ssw0rd1 p@ssw0rd123 pa$$word pa$$w0rd passw0rd123
  thequickbrownfox tobeornottobe maytheforcebewithyou openthedoor opensesame gatecheck gatecheckgatecheck
  opsecopsec minecraft fortnite playstation nintendo facebook instagram snapchat linkedin youtube google microsoft
  windows samsung samsungsamsung iphone blackberry mercedes lamborghini ferrari porsche corvette california
  newyork newyorkcity losangeles melbourne australia hello hellohello helloworld hellokitty goodmorning goodluck
  jesuschrist jesusislord godisgood blessed forever happiness beautiful butterfly chocolate strawberry watermelon
  purple orange yellow diamond crystal december november september summer summertime winter autumn spring
  monday tuesday wednesday thursday friday saturday sunday birthday happybirthday marriage familyfirst
  fuckyou fuckoff asshole bullshit
  `
    .trim()
    .split(/\s+/),
)
