param p string = 'x'
param o object = { a: { b: [1, 2, { c: null }] } }
param l array = ['a', 'b']
var numbers = [1, -2, 3 + 4 * 5 % 6 / 7, 2147483648]
var logic = !(p == 'x' && p != 'y' || p =~ 'X' && p !~ 'Z') ? 1 < 2 : 3 >= 2
var text = 'it\'s \u{1F600} \$ \\ ${p}${'inner ${length(l)}'}'
var block = '''
many 'lines' of ${text}
'''
var filled = $'''
with ${p} in it'''
var access = o.a.b[2].?c ?? o['a']!.b[?0]
var merged = { ...o, key: l[?5], '${p}-key': true, 'odd key': [...l, 'c'] }
var picked = map(filter(l, (x, i) => i > 0 && x != 'z'), x => { name: x, size: length(x) })
var total = reduce(range(0, 5), 0, (sum, next) => sum + next)
var named = toObject(l, x => x, x => toUpper(x))
var loop = [for (x, i) in l: { x: x, i: i, deep: [1, i] }]
output all array = [numbers, logic, text, block, filled, access, merged, picked, total, named, loop]
