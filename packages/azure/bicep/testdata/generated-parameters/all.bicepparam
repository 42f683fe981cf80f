using './main.bicep'

param text = ''
param count = 5
param flag = true
param place = resourceGroup().location
param id = ? /* TODO : please fix the value assigned to this parameter `newGuid()` */
param plain = {}
param at = ''
param written = {
  a: ''
  b: {
    c: 0
  }
}
param list = [
  1
  ? /* TODO : please fix the value assigned to this parameter `newGuid()` */
]
param names = ? /* TODO: fix the value assigned to this parameter `string[]` */

