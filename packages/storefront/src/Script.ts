/**
 * The script of the shop front: what a browser does by itself that forms and links do as well; where it fails, they do
 * it. It listens at the document, keeps nothing, and asks this host alone. Written by hand as browsers run it, since
 * the policy of a page allows this very text (`ContentSecurityPolicy`). Follows docs/storefront.md#script.
 */
import { inline } from "@beauty-store/ui/ContentSecurityPolicy"

/** The class that a page has where the script runs: what only those need who have none is hidden then. */
const scripted = `document.documentElement.className="scripted"`

/**
 * Options under the field of the search. One that is chosen is searched; Chromium and Firefox tell it from typing by
 * the type of the input.
 */
const suggestions = `
let timer,asked
addEventListener("input",event=>{
  const input=event.target,form=input.form
  if(!form||!form.matches(".finder"))return
  clearTimeout(timer)
  let list=input.list
  if(!list){
    list=document.createElement("datalist")
    list.id="suggestions"
    form.append(list)
    input.setAttribute("list",list.id)
  }
  if(event.inputType=="insertReplacementText"&&[...list.options].some(({value})=>value==input.value))return form.requestSubmit()
  const q=input.value.trim()
  if(q.length<2)return
  timer=setTimeout(async()=>{
    if(asked)asked.abort()
    asked=new AbortController
    try{
      const response=await fetch(form.action+"/suggestions?q="+encodeURIComponent(q),{signal:asked.signal})
      if(response.ok)list.replaceChildren(...(await response.json()).map(text=>new Option(text,text)))
    }catch{}
  },150)
})`

/**
 * A form of the cart is sent, and what the response shows takes the place of the page's content. Meanwhile nothing in
 * it can be used; afterwards the field that was changed has the focus again. `action` is also the name of a field, so
 * that the form's own property is hidden by it.
 */
const cart = `
const change=async(form,field)=>{
  const content=document.querySelector("main"),{id}=form.closest("li")
  const body=new URLSearchParams(new FormData(form))
  content.inert=true
  try{
    const response=await fetch(form.getAttribute("action"),{method:"POST",body})
    if(!response.ok)throw response.status
    const page=new DOMParser().parseFromString(await response.text(),"text/html")
    for(const part of["main",".cart-link"])document.querySelector(part).replaceWith(page.querySelector(part))
    const line=document.getElementById(id)
    const main=document.querySelector("main")
    main.tabIndex=-1
    ;(field&&line?line.querySelector(field):main).focus()
  }catch{
    content.inert=false
    HTMLFormElement.prototype.submit.call(form)
  }
}
addEventListener("change",({target})=>{if(target.matches(".cart-lines select"))change(target.form,"select")})
addEventListener("submit",event=>{
  if(!event.target.matches(".cart-lines form"))return
  event.preventDefault()
  change(event.target)
})`

/** A link to a picture opens it above the page. */
const pictures = `
addEventListener("click",event=>{
  const link=event.target.closest("a.enlarge")
  if(!link||event.ctrlKey||event.metaKey||event.shiftKey)return
  event.preventDefault()
  const dialog=document.createElement("dialog"),picture=new Image,close=document.createElement("button")
  dialog.className="enlarged"
  picture.src=link.href
  picture.alt=link.querySelector("img").alt
  close.textContent=link.dataset.close
  close.className="text-button"
  dialog.append(picture,close)
  dialog.addEventListener("click",()=>dialog.close())
  dialog.addEventListener("close",()=>dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
})`

/** A line a statement, without the blanks that indent it. */
export const script = inline((scripted + suggestions + cart + pictures).replace(/\n */g, "\n"))
